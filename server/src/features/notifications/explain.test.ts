import { channels } from '@eot/contract/channels'
import { receiverGates, subscriptionGates } from '@eot/contract/told'
import { weekdayFields } from '@eot/contract/weekdays'
import { expect, test } from 'vitest'
import { findEventGate, type Occurrence, type SubscriptionTerms } from './event-gates.ts'
import { answersUpTo, byCloseness, explainSubscription, type NamingRow, receiverGateOf } from './explain.ts'
import { findReceiverGate, type Receiver } from './receiver-gates.ts'

/** Monday, 10:36 AM in Chicago. */
const at = new Date('2025-11-10T10:36:00-06:00')
const days = Array<boolean>(7).fill(true)
const everything: SubscriptionTerms = {
  isActive: true,
  pausedUntil: null,
  isTarget: true,
  alertTypes: null,
  events: ['AlertStarted'],
  startHour: 7,
  endHour: 19,
  weekdays: days,
}
const vape: Occurrence = {
  kind: 'AlertStarted',
  alertType: 'Vape',
  at,
  storedAt: at,
  timeZone: 'America/Chicago',
}
const row: NamingRow = {
  ...everything,
  id: 'id',
  name: 'Restrooms',
  sitePath: 'root/',
  createdAt: new Date(0),
  isAtOnce: true,
  lists: [],
  changes: [],
}

test('the gates of a subscription are in the order in which matching checks them', () => {
  const wrong: Record<(typeof subscriptionGates)[number], Partial<SubscriptionTerms>> = {
    Inactive: { isActive: false },
    Paused: { pausedUntil: new Date(at.getTime() + 3_600_000) },
    Target: { isTarget: false },
    AlertType: { alertTypes: ['CO'] },
    Window: { startHour: 13 },
    Event: { events: ['AlertEnded'] },
  }
  for (const [index, gate] of subscriptionGates.entries()) {
    const failing = subscriptionGates.slice(index)
    const terms = Object.assign({}, everything, ...failing.map((name) => wrong[name]))
    expect(findEventGate(terms, vape)).toBe(gate)
  }
})

test.each(channels)('the gates of a person are in the order in which matching checks them: %s', (channel) => {
  const ann: Receiver = {
    userId: 'ann',
    email: 'ann@example.org',
    isActive: true,
    isDeleted: false,
    isConfirmed: true,
    sitePath: 'root/school/',
    rolePriority: 20,
    notificationsEnabled: true,
    emailEnabled: true,
    phoneNumber: '+15075550164',
    textEnabled: true,
    hasBrowser: true,
  }
  const wrong: Partial<Receiver>[] = [
    { isActive: false },
    { rolePriority: 10 },
    { notificationsEnabled: false },
    { emailEnabled: false, textEnabled: false, hasBrowser: false },
    { isConfirmed: false, phoneNumber: null },
  ]
  const asked = wrong.map((_, index) =>
    receiverGateOf(
      findReceiverGate(Object.assign({}, ann, ...wrong.slice(index)), 'root/school/', channel) ?? '',
    ),
  )
  // The last two are checked elsewhere: they depend on the place and on the blacklist.
  const own = receiverGates.slice(0, -2)
  // Notifications are on in a browser, or there is no address at all.
  const offOnly = own.map((gate) => (gate === 'AddressMissing' ? undefined : gate))
  expect(asked).toEqual(channel === 'Push' ? offOnly : own)
})

test('gates before the one that failed have passed, and those after it were not checked', () => {
  expect(answersUpTo(['A', 'B', 'C'], 'B')).toEqual([
    { Gate: 'A', Passed: true },
    { Gate: 'B', Passed: false },
    { Gate: 'C', Passed: null },
  ])
  expect(answersUpTo(['A', 'B'], null).map(({ Passed }) => Passed)).toEqual([true, true])
})

test('a subscription that has changed since is judged by its former terms', () => {
  const changes = [
    {
      at: new Date(at.getTime() + 7200_000),
      changes: { StartTime: [13, 0], Days: [weekdayFields, ['Sunday']] } as const,
    },
    {
      at: new Date(at.getTime() + 3600_000),
      changes: {
        StartTime: [7, 13],
        AlertTypes: [['CO'], 'All'],
        PausedUntil: [null, '2030-01-01T00:00:00Z'],
      } as const,
    },
  ]
  const now = { ...row, startHour: 0, pausedUntil: new Date('2030-01-01'), changes }
  const { gates, changedAt, row: then } = explainSubscription(now, vape)
  expect(gates.find(({ Passed }) => Passed === false)?.Gate).toBe('AlertType')
  expect(then).toMatchObject({ startHour: 7, pausedUntil: null, alertTypes: ['CO'], weekdays: days })
  expect(changedAt).toEqual(changes[0]?.at)
})

test('no gate of a subscription added after the event was checked', () => {
  const { isNewer, gates } = explainSubscription({ ...row, createdAt: new Date(at.getTime() + 1) }, vape)
  expect(isNewer).toBe(true)
  expect(gates.map(({ Passed }) => Passed)).toEqual(subscriptionGates.map(() => null))
})

test('the closest subscription comes first', () => {
  const explained = [{ isActive: false }, { startHour: 13 }, {}, { isTarget: false }].map((given) =>
    explainSubscription({ ...row, ...given }, vape),
  )
  const failed = explained
    .toSorted(byCloseness)
    .map(({ gates }) => gates.find(({ Passed }) => Passed === false)?.Gate)
  expect(failed).toEqual([undefined, 'Window', 'Target', 'Inactive'])
})
