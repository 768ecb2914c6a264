/** Thrown where one more would have to wait behind more than are allowed to. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

interface Limits {
  parallel: number
  /** So many may wait for their turn. */
  waiting: number
  /** Places besides, for urgent tasks only; absent: none. */
  reserved?: number
}

/** Runs at most `parallel` tasks at once. Of those that wait the urgent ones go first. */
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
    // The one that ends hands its place on, so that nobody slips in between.
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

/** A queue of its own for each key, kept for as long as something is in it. */
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
