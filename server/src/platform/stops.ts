import type { Log } from './log.ts'

type Stop = () => Promise<unknown>

/** What has to be ended, in the opposite order to that in which it was begun. */
export interface Stops {
  add(...stops: Stop[]): void
  /** For what is ended after everything else, whenever it was begun. */
  addLast(stop: Stop): void
  /** Ends everything; what fails to is logged and does not keep the rest from ending. */
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
