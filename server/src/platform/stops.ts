import type { Log } from './log.ts'

type Stop = () => Promise<unknown>

/** What has to be ended, in the opposite order to that in which it was begun. */
export interface Stops {
  add(...stops: Stop[]): void
  /** Ends everything; what fails to is logged and does not keep the rest from ending. */
  run(): Promise<void>
}

export function createStops(log: Log): Stops {
  const stops: Stop[] = []
  return {
    add: (...more) => void stops.push(...more),
    async run() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
      }
    },
  }
}
