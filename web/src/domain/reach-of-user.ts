import type { User } from '@eot/contract/users'

/** How a person wants to be notified, or why the person cannot be. */
type Reach = 'both' | 'email' | 'text' | 'off' | 'none' | 'inactive'

type Reached = Pick<User, 'IsActive' | 'NotificationsEnabled' | 'EmailEnabled' | 'TextEnabled'>

export function reachOfUser({ IsActive, NotificationsEnabled, EmailEnabled, TextEnabled }: Reached): Reach {
  if (!IsActive) return 'inactive'
  if (!NotificationsEnabled) return 'off'
  if (EmailEnabled && TextEnabled) return 'both'
  return EmailEnabled ? 'email' : TextEnabled ? 'text' : 'none'
}
