import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/log.ts'
import { eventChannel } from './events.queries.ts'

/** Tells the followers of this process that events may have been stored. Only a hint: it may be missed. */
export interface EventSignal {
  /** Spares the followers the way through the database; call it after the commit. */
  notify(): void
  /** Returns what ends the subscription. */
  subscribe(wake: () => void): () => void
}

/** Signals what any process has stored, by one connection that listens for all followers of this process. */
export function startEventSignal(url: string, log: Log): EventSignal & { stop(): Promise<void> } {
  const wakes = new Set<() => void>()
  const notify = () => {
    for (const wake of wakes) wake()
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
