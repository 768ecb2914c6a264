/** Thrown where one more would have to wait behind more than are allowed to. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** Runs at most `parallel` tasks at once and lets at most `waiting` more wait for their turn. */
export function createBoundedQueue({ parallel, waiting }: { parallel: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  async function turn(): Promise<void> {
    if (running < parallel) {
      running++
      return
    }
    if (queue.length >= waiting) throw new QueueFull()
    // The one that ends hands its place on, so that nobody slips in between.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    async run<T>(task: () => Promise<T>): Promise<T> {
      await turn()
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}

/** A queue of its own for each key, kept for as long as something is in it. */
export function createKeyedQueue(limits: { parallel: number; waiting: number }) {
  const queues = new Map<string, { queue: ReturnType<typeof createBoundedQueue>; inside: number }>()
  return {
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const entry = queues.get(key) ?? { queue: createBoundedQueue(limits), inside: 0 }
      queues.set(key, entry)
      entry.inside++
      try {
        return await entry.queue.run(task)
      } finally {
        entry.inside--
        if (entry.inside === 0) queues.delete(key)
      }
    },
  }
}
