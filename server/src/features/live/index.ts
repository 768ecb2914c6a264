export { liveRoutes } from './live.routes.ts'
export {
  appendLiveEvents,
  type Execute,
  executeOn,
  type LiveEvent,
  type LiveNote,
} from './live-events.queries.ts'
export { type LiveFeed, startLiveFeed } from './live-feed.ts'
export { createLiveHub, type LiveHub } from './live-hub.ts'
export type { LiveSources } from './live-messages.ts'
export type { LivePublisher } from './live-publisher.ts'
export { findDevicePath } from './live-rooms.queries.ts'
