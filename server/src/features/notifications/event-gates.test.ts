import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findCircumstanceGate,
  findEventGate,
  type Occurrence,
  type SubscriptionTerms,
} from './event-gates.ts'

const minute = 60_000
/** Wednesday noon in Chicago. */
const noon = new Date('2026-11-18T12:00:00-06:00')
const after = (minutes: number) => new Date(noon.getTime() + minutes * minute)

const everything: SubscriptionTerms = {
  isActive: true,
  pausedUntil: null,
  isTarget: true,
  alertTypes: null,
  events: ['AlertStarted'],
  startHour: 7,
  endHour: 19,
  weekdays: Array(7).fill(true),
}
const vape: Occurrence = {
  kind: 'AlertStarted',
  alertType: 'Vape',
  at: noon,
  storedAt: noon,
  timeZone: 'America/Chicago',
}

test.each<
  [title: string, given: Partial<SubscriptionTerms>, event: Partial<Occurrence>, expected: string | null]
>([
  ['everything at noon', {}, {}, null],
  ['an inactive subscription', { isActive: false }, {}, 'Inactive'],
  ['a subscription that is paused', { pausedUntil: after(1) }, {}, 'Paused'],
  ['a pause that has just ended', { pausedUntil: noon }, {}, null],
  ['a device that is not a target', { isTarget: false }, {}, 'Target'],
  ['an alert type that it names', { alertTypes: ['CO', 'Vape'] }, {}, null],
  ['an alert type that it does not name', { alertTypes: ['CO'] }, {}, 'AlertType'],
  [
    'a device that goes offline, whatever its alert types',
    { alertTypes: ['CO'], events: ['DeviceOffline'] },
    { kind: 'DeviceOffline', alertType: null },
    null,
  ],
  ['an hour outside the window', { startHour: 13 }, {}, 'Window'],
  ['the clocks of another zone', {}, { timeZone: 'Asia/Tokyo' }, 'Window'],
  ['a kind of event that it does not name', {}, { kind: 'AlertEnded' }, 'Event'],
  ['readings of an hour ago', {}, { storedAt: after(60) }, null],
  ['a device last heard an hour ago', {}, { alertType: 'Offline', storedAt: after(60) }, null],
  [
    'an end that is reported an hour later',
    { events: ['AlertEnded'] },
    { kind: 'AlertEnded', storedAt: after(60) },
    null,
  ],
])('%s: %4$s', (_title, given, event, expected) => {
  expect(findEventGate({ ...everything, ...given }, { ...vape, ...event })).toBe(expected)
})

test('the first reason is returned', () => {
  const none = { ...everything, isActive: false, isTarget: false, pausedUntil: after(1), alertTypes: ['CO'] }
  expect(findEventGate(none, vape)).toBe('Inactive')
  expect(findEventGate({ ...none, isActive: true }, vape)).toBe('Paused')
  expect(findEventGate({ ...none, isActive: true, pausedUntil: null }, vape)).toBe('Target')
})

describe('of random subscriptions and events', () => {
  const terms = fc.record<SubscriptionTerms>({
    isActive: fc.boolean(),
    pausedUntil: fc.option(fc.integer({ min: -3, max: 3 }).map(after)),
    isTarget: fc.boolean(),
    alertTypes: fc.option(fc.subarray(['Vape', 'CO', 'Offline'])),
    events: fc.subarray(['AlertStarted', 'AlertEnded', 'DeviceOffline']),
    startHour: fc.integer({ min: 0, max: 23 }),
    endHour: fc.integer({ min: 0, max: 24 }),
    weekdays: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  })
  const event = fc
    .record({
      kind: fc.constantFrom('AlertStarted' as const, 'AlertEnded' as const, 'DeviceOffline' as const),
      type: fc.constantFrom('Vape', 'CO', 'Offline'),
      hour: fc.integer({ min: -200, max: 200 }),
      delay: fc.integer({ min: 0, max: 20 }),
    })
    .map(
      ({ kind, type, hour, delay }): Occurrence => ({
        kind,
        alertType: kind === 'DeviceOffline' ? null : type,
        at: after(hour * 60),
        storedAt: after(hour * 60 + delay),
        timeZone: 'America/Chicago',
      }),
    )

  test('a subscription that matches an event still does with more targets, types, events and hours, and no pause', () => {
    fc.assert(
      fc.property(terms, event, (given, what) => {
        // Few match; without them, nothing is tested.
        if (findEventGate(given, what) !== null) return
        const wider: SubscriptionTerms = {
          ...given,
          pausedUntil: null,
          alertTypes: null,
          events: ['AlertStarted', 'AlertEnded', 'AlertConfirmed', 'DeviceOnline', 'DeviceOffline'],
          startHour: 0,
          endHour: 24,
          weekdays: Array(7).fill(true),
        }
        expect(findEventGate(wider, what)).toBeNull()
      }),
      { numRuns: 5000 },
    )
  })

  test('the kind of event is checked last', () => {
    fc.assert(
      fc.property(terms, event, (given, what) => {
        const found = findEventGate(given, what)
        expect(findCircumstanceGate(given, what)).toBe(found === 'Event' ? null : found)
      }),
    )
  })
})
