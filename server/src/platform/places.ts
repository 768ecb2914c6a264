/** Limits how many tasks run at once. Tasks that wait for a place get it in the order in which they asked. */
export interface Places {
  /**
   * Takes a place. If all are taken, waits for one, and resolves to false if none becomes free in time. From then on, resolves
   * to false immediately until a place becomes free.
   */
  take(): Promise<boolean>
  /** Gives a taken place back. */
  leave(): void
  /** Returns whether no place is taken. */
  areAllFree(): boolean
}

export function createPlaces(count: number, waitMs: number): Places {
  const waiting = new Set<() => void>()
  let taken = 0
  let isStuck = false

  function waitForPlace(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const admit = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.delete(admit)
      isStuck = true
      resolve(false)
    }, waitMs)
    waiting.add(admit)
    return promise
  }

  return {
    async take() {
      if (taken >= count) return !isStuck && (await waitForPlace())
      taken += 1
      return true
    },

    leave() {
      isStuck = false
      const [next] = waiting
      if (next === undefined) {
        taken -= 1
        return
      }
      waiting.delete(next) // which gets this place
      next()
    },

    areAllFree: () => taken === 0,
  }
}
