import type { Log } from './log.ts'

type Stop = () => Promise<unknown>

/** Collects functions that stop parts of the program, and runs them in reverse order. */
export interface Stops {
  add(...stops: Stop[]): void
  /** Adds a function that runs after all others, whenever it was added. */
  addLast(stop: Stop): void
  /** Stops everything. A failure is logged and does not prevent the remaining functions from running. */
  run(): Promise<void>
}

export function createStops(log: Log): Stops {
  const last: Stop[] = []
  const stops: Stop[] = []
  const next = () => stops.pop() ?? last.pop()
  return {
    add: (...more) => void stops.push(...more),
    addLast: (stop) => void last.push(stop),
    async run() {
      for (let stop = next(); stop; stop = next()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
      }
    },
  }
}
