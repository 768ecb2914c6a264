import type { EventFollower } from './features/events/index.ts'
import { notifyFollower } from './features/notifications/index.ts'
import { watchOutages } from './features/outages/index.ts'
import { tellWebhooks } from './features/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'

/** Every follower with a stored cursor; add a new one as a line here. The live rooms read events without a cursor. */
export const eventFollowers = ({ clock }: { clock: Clock }): readonly EventFollower[] => [
  watchOutages,
  notifyFollower(clock),
  tellWebhooks(clock),
]
