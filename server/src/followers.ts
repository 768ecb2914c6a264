import type { EventFollower } from './features/events/index.ts'

/** Every follower with a stored cursor; a new one is a line here. The live rooms read the events without one. */
export const eventFollowers: readonly EventFollower[] = []
