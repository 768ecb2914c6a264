import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/log.ts'
import { withoutOrigin } from '../../platform/request-origin.ts'
import { eventChannel } from './events.queries.ts'

/** Signals to this process's followers that events may have been stored. Only a hint: it can get lost. */
export interface EventSignal {
  /** Notifies local followers without a round trip through the database. Call it after the commit. */
  notify(): void
  /** Returns a function that unsubscribes. */
  subscribe(wake: () => void): () => void
}

/** Signals events stored by any process, with one listening connection for all followers of this process. */
export function startEventSignal(url: string, log: Log): EventSignal & { stop(): Promise<void> } {
  const wakes = new Set<() => void>()
  const notify = () => {
    for (const wake of wakes) withoutOrigin(wake)
  }
  const listener = listen(url, [eventChannel], notify, log)
  return {
    notify,
    subscribe(wake) {
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    stop: listener.stop,
  }
}
