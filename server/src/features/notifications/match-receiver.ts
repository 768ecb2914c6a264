import { permits } from '@eot/contract/permissions'
import { isWithin, siteIdsOf } from '../../access/site-path.ts'

export type Channel = 'Email'

/** What decides whether a person may be told, as currently stored. */
export interface Receiver {
  userId: string
  email: string
  isActive: boolean
  isDeleted: boolean
  /** Whether the person has proven that the email address is theirs. */
  isConfirmed: boolean
  sitePath: string
  rolePriority: number
  notificationsEnabled: boolean
  emailEnabled: boolean
}

/** Why a person is not told, in the order in which it is checked. */
export type ReceiverGate =
  | 'UserInactive'
  | 'NotPermitted'
  | 'NotificationsOff'
  | 'EmailOff'
  | 'EmailNotConfirmed'

/** The first reason why a person is not told by email about an event at a site; null if the person is. */
export function matchReceiver(person: Receiver, sitePath: string): ReceiverGate | null {
  if (!person.isActive || person.isDeleted) return 'UserInactive'
  if (!maySee(person, sitePath)) return 'NotPermitted'
  if (!person.notificationsEnabled) return 'NotificationsOff'
  if (!person.emailEnabled) return 'EmailOff'
  return person.isConfirmed ? null : 'EmailNotConfirmed'
}

function maySee({ sitePath: own, rolePriority }: Receiver, sitePath: string): boolean {
  const standing = { priority: rolePriority, isAtRoot: siteIdsOf(own).length === 1 }
  return isWithin(sitePath, own) && permits(standing, 'ViewAlerts')
}
