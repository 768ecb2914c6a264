// A thread of `createPdfRenderer`. Loads only the layout, never the program.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { writePaper } from './write-paper.ts'

try {
  // On Linux, "<process>/task/<thread>". Readings and requests come before reports.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Other systems have no priority for a single thread: it keeps the usual one.
}

parentPort?.on('message', ({ id, paper }: { id: number; paper: Paper }) => {
  writePaper(paper).then(
    (bytes) => parentPort?.postMessage({ id, bytes }),
    (error: unknown) => parentPort?.postMessage({ id, error }),
  )
})
