import type { EventFollower } from './features/events/index.ts'
import { watchOutages } from './features/outages/index.ts'

/** Every follower with a stored cursor; add a new one as a line here. The live rooms read events without a cursor. */
export const eventFollowers: readonly EventFollower[] = [watchOutages]
