import { expect, test } from 'vitest'
import { matchReceiver, type Receiver } from './match-receiver.ts'

const ann: Receiver = {
  userId: 'ann',
  email: 'ann@example.org',
  isActive: true,
  isDeleted: false,
  isConfirmed: true,
  sitePath: 'root/district/school/',
  rolePriority: 20,
  notificationsEnabled: true,
  emailEnabled: true,
}

test.each<[title: string, given: Partial<Receiver>, expected: string | null]>([
  ['someone at the site of the event', {}, null],
  ['someone at a site above', { sitePath: 'root/district/' }, null],
  ['someone at a site below', { sitePath: 'root/district/school/wing/' }, 'NotPermitted'],
  ['someone at another site', { sitePath: 'root/district/college/' }, 'NotPermitted'],
  ['a role that sees no alerts', { rolePriority: 10 }, 'NotPermitted'],
  ['an inactive user', { isActive: false }, 'UserInactive'],
  ['a deleted user', { isDeleted: true }, 'UserInactive'],
  ['someone without notifications', { notificationsEnabled: false }, 'NotificationsOff'],
  ['someone without emails', { emailEnabled: false }, 'EmailOff'],
  ['an address that nobody has confirmed', { isConfirmed: false }, 'EmailNotConfirmed'],
  ['the first of several reasons', { emailEnabled: false, sitePath: 'root/other/' }, 'NotPermitted'],
])('%s: %2$s', (_title, given, expected) => {
  expect(matchReceiver({ ...ann, ...given }, 'root/district/school/')).toBe(expected)
})
