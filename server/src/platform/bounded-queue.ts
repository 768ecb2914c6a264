/** Thrown when the maximum number of tasks are already waiting. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

interface Limits {
  parallel: number
  /** Maximum number of waiting tasks. */
  waiting: number
  /** Additional places for waiting urgent tasks. Default: 0. */
  reserved?: number
}

/** Runs at most `parallel` tasks at once. Waiting urgent tasks run before others. */
export function createBoundedQueue({ parallel, waiting, reserved = 0 }: Limits) {
  const urgent: (() => void)[] = []
  const usual: (() => void)[] = []
  let running = 0

  async function turn(isUrgent: boolean): Promise<void> {
    if (running < parallel) {
      running++
      return
    }
    const places = isUrgent ? waiting + reserved : waiting
    if (urgent.length + usual.length >= places) throw new QueueFull()
    // `leave` passes the slot to a waiting task directly, so that a new task cannot take it in between.
    await new Promise<void>((resolve) => (isUrgent ? urgent : usual).push(resolve))
  }

  function leave(): void {
    const next = urgent.shift() ?? usual.shift()
    if (next) next()
    else running--
  }

  return {
    async run<T>(task: () => Promise<T>, { isUrgent = false } = {}): Promise<T> {
      await turn(isUrgent)
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}

/** A separate queue for each key, kept while tasks run or wait in it. */
export function createKeyedQueue(limits: Limits) {
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
