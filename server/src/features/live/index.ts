export {
  appendLiveEvents,
  type Execute,
  executeOn,
  type LiveEvent,
  type LiveNote,
} from './live-events.queries.ts'
export type { LivePublisher } from './live-publisher.ts'
