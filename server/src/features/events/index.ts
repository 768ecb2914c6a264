export { announceChange, listChange } from './announce-change.command.ts'
export { appendEventsJob, appendEventsLater, appendingEvents } from './append-events.job.ts'
export { listLags } from './cursors.queries.ts'
export {
  type EventRow,
  isAlertEvent,
  isChangeEvent,
  isForSitesBelow,
  type NewDeviceOrAlertEvent,
  type NewEvent,
  readEvents,
  type StoredEvent,
} from './event.ts'
export { type EventSignal, startEventSignal } from './event-signal.ts'
export { appendEvents, findOldestSeq, listEvents, readSequence } from './events.queries.ts'
export { type EventFollower, followEvents } from './follow-events.ts'
export type { Following } from './follow-sequence.ts'
export { forgetEvents } from './forget-events.command.ts'
export { tailEvents } from './tail-events.ts'
