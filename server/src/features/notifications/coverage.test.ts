import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CoveringRule, coverageOf, tellsOfStarts, unheardHours } from './coverage.ts'
import { findEventGate } from './event-gates.ts'

const week = Array<boolean>(7).fill(true)
const rule = (id: string, given: Partial<CoveringRule> = {}): [string, CoveringRule] => [
  id,
  { id, startHour: 0, endHour: 24, weekdays: week, userIds: new Set(['ann']), ...given },
]

test('a subscription without limited hours covers the whole week, in one span a day', () => {
  const spans = coverageOf([{ devices: 3, ruleIds: ['a'] }], new Map([rule('a')]))
  expect(spans).toEqual(
    week.map((_, weekday) => ({ weekday, startHour: 0, endHour: 24, people: 1, unheard: 0 })),
  )
  expect(unheardHours(spans)).toBe(0)
})

test('the hours outside of all windows are covered by nobody', () => {
  const days = rule('a', { startHour: 7, endHour: 17, weekdays: week.map((_, day) => day > 0 && day < 6) })
  const nights = rule('b', { startHour: 20, endHour: 6, weekdays: week.map((_, day) => day > 0 && day < 6) })
  const spans = coverageOf([{ devices: 2, ruleIds: ['a', 'b'] }], new Map([days, nights]))
  const monday = spans.filter(({ weekday }) => weekday === 1)
  expect(monday.map(({ startHour, endHour, people }) => [startHour, endHour, people])).toEqual([
    [0, 7, 0],
    [7, 17, 1],
    [17, 20, 0],
    [20, 24, 1],
  ])
  expect(spans.find(({ weekday }) => weekday === 6)).toMatchObject({ startHour: 0, endHour: 6, people: 1 })
  expect(unheardHours(spans)).toBe(24 + 7 + 4 * (1 + 3) + 3 + 18)
})

test('a subscription whose people cannot be reached covers nothing', () => {
  const spans = coverageOf([{ devices: 1, ruleIds: ['a'] }], new Map([rule('a', { userIds: new Set() })]))
  expect(unheardHours(spans)).toBe(168)
})

test('a person in two subscriptions counts once, and the device with the fewest people determines the count', () => {
  const rules = new Map([
    rule('a'),
    rule('b', { userIds: new Set(['ann', 'bo']) }),
    rule('c', { startHour: 8, endHour: 9 }),
  ])
  const spans = coverageOf(
    [
      { devices: 4, ruleIds: ['a', 'b'] },
      { devices: 2, ruleIds: ['c'] },
    ],
    rules,
  )
  expect(spans.slice(0, 3).map(({ people, unheard }) => [people, unheard])).toEqual([
    [0, 2],
    [1, 0],
    [0, 2],
  ])
})

test('paused, inactive and other subscriptions do not count', () => {
  const now = new Date()
  const plain = { isActive: true, pausedUntil: null, alertTypes: null, events: ['AlertStarted' as const] }
  expect(tellsOfStarts(plain, 'Vape', now)).toBe(true)
  expect(tellsOfStarts({ ...plain, isActive: false }, 'Vape', now)).toBe(false)
  expect(tellsOfStarts({ ...plain, pausedUntil: new Date(now.getTime() + 1) }, 'Vape', now)).toBe(false)
  expect(tellsOfStarts({ ...plain, pausedUntil: now }, 'Vape', now)).toBe(true)
  expect(tellsOfStarts({ ...plain, events: ['AlertEnded'] }, undefined, now)).toBe(false)
  expect(tellsOfStarts({ ...plain, alertTypes: ['CO'] }, 'Vape', now)).toBe(false)
  expect(tellsOfStarts({ ...plain, alertTypes: ['CO'] }, undefined, now)).toBe(true)
})

test('an hour counts as covered exactly if matching lets an alert of that hour pass', () => {
  const halves = (most: number) => fc.integer({ min: 0, max: most }).map((half) => half / 2)
  const window = fc.record({
    startHour: halves(47),
    endHour: halves(48),
    weekdays: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  })
  fc.assert(
    fc.property(fc.array(window, { maxLength: 4 }), fc.integer({ min: 0, max: 335 }), (windows, half) => {
      const rules = new Map(windows.map((given, index) => rule(`${index}`, given)))
      const spans = coverageOf([{ devices: 1, ruleIds: [...rules.keys()] }], rules)
      // Sunday, 15 November 2026, a week without a clock change.
      const at = new Date(Date.UTC(2026, 10, 15) + half * 30 * 60_000 + 1000)
      const event = { kind: 'AlertStarted' as const, alertType: 'CO', at, storedAt: at, timeZone: 'UTC' }
      const terms = {
        isActive: true,
        pausedUntil: null,
        isTarget: true,
        alertTypes: null,
        events: [event.kind],
      }
      const isTold = windows.some((given) => findEventGate({ ...terms, ...given }, event) === null)
      const [weekday, hour] = [Math.floor(half / 48), (half % 48) / 2]
      const span = spans.find((one) => one.weekday === weekday && one.startHour <= hour && hour < one.endHour)
      expect(span?.people).toBe(isTold ? 1 : 0)
    }),
  )
})
