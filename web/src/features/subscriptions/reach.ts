import type { User } from '@eot/contract/users'

/** How a person is told, or why not. */
export type Reach = 'both' | 'email' | 'text' | 'off' | 'none' | 'inactive'

type Reached = Pick<User, 'IsActive' | 'NotificationsEnabled' | 'EmailEnabled' | 'TextEnabled'>

export function reachOfUser({ IsActive, NotificationsEnabled, EmailEnabled, TextEnabled }: Reached): Reach {
  if (!IsActive) return 'inactive'
  if (!NotificationsEnabled) return 'off'
  if (EmailEnabled && TextEnabled) return 'both'
  return EmailEnabled ? 'email' : TextEnabled ? 'text' : 'none'
}

/** Text messages are not sent yet. */
const reachable: ReadonlySet<Reach> = new Set<Reach>(['both', 'email'])
export const isReached = (reach: Reach) => reachable.has(reach)
