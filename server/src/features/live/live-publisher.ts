import type { LiveEvent } from './live-events.queries.ts'

/** Tells the rooms what was committed. Called after the commit, with the events in the order of their numbers. */
export interface LivePublisher {
  publish(events: readonly LiveEvent[]): void
}
