import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Paper } from './paper.ts'

type Answer = { id: number; bytes: Uint8Array } | { id: number; error: Error }

const mostMs = 60_000
/** The thread takes about 60 MB, so it ends after this time without work. */
const idleMs = 20_000
/** Enough for a thousand pages. */
const mostMegabytes = 256

/** Shared by the process: one after another, so that all reports together take at most one core. */
const queue = createBoundedQueue({ parallel: 1, waiting: 200 })

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** Lays out a paper as PDF on a separate thread. Throws `QueueFull` if too many wait. */
export const renderPdf = (paper: Paper): Promise<Buffer> => queue.run(() => render(paper))

async function render(paper: Paper): Promise<Buffer> {
  clearTimeout(idle)
  thread ??= start()
  const worker = thread
  const id = ++lastId
  const result = Promise.withResolvers<Buffer>()
  const timer = setTimeout(() => fail(new Error('the PDF took too long')), mostMs)
  const fail = (error: Error) => {
    // A thread that hangs or has run out of memory is replaced.
    if (thread === worker) thread = undefined
    void worker.terminate()
    result.reject(error)
  }
  const answered = (answer: Answer) => {
    if (answer.id !== id) return
    if ('error' in answer) result.reject(answer.error)
    else result.resolve(Buffer.from(answer.bytes))
  }
  worker.on('message', answered).on('error', fail).ref()
  worker.postMessage({ id, paper })
  try {
    return await result.promise
  } finally {
    clearTimeout(timer)
    worker.off('message', answered).off('error', fail).unref()
    idle = setTimeout(stop, idleMs)
    idle.unref()
  }
}

function start(): Worker {
  return new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
}

function stop(): void {
  const worker = thread
  thread = undefined
  void worker?.terminate()
}
