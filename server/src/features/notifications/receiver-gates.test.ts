import { expect, test } from 'vitest'
import { channelsOf, findReceiverGate, type Receiver } from './receiver-gates.ts'

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
  phoneNumber: '+1 (507) 555-0164',
  textEnabled: true,
  hasBrowser: false,
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
])('by email, %s: %2$s', (_title, given, expected) => {
  expect(findReceiverGate({ ...ann, ...given }, 'root/district/school/', 'Email')).toBe(expected)
})

test.each<[title: string, given: Partial<Receiver>, expected: string | null]>([
  ['someone with a number', {}, null],
  ['someone without emails', { emailEnabled: false, isConfirmed: false }, null],
  ['someone without text messages', { textEnabled: false }, 'TextOff'],
  ['someone without notifications', { notificationsEnabled: false }, 'NotificationsOff'],
  ['someone without a number', { phoneNumber: null }, 'NoPhoneNumber'],
  ['someone with letters for a number', { phoneNumber: 'CALL-ME' }, 'NoPhoneNumber'],
  ['someone with a number without its country', { phoneNumber: '507 555 0164' }, 'NoPhoneNumber'],
  ['someone at another site', { sitePath: 'root/other/' }, 'NotPermitted'],
])('by text message, %s: %2$s', (_title, given, expected) => {
  expect(findReceiverGate({ ...ann, ...given }, 'root/district/school/', 'Text')).toBe(expected)
})

test.each<[given: Partial<Receiver>, expected: string[]]>([
  [{}, ['Email', 'Text']],
  [{ textEnabled: false }, ['Email']],
  [{ emailEnabled: false }, ['Text']],
  [{ emailEnabled: false, textEnabled: false }, ['Email']],
])('with %j, the channels are %j', (given, expected) => {
  expect(channelsOf({ ...ann, ...given })).toEqual(expected)
})
