import { expect, test } from 'vitest'
import { dayOfDate, localHours } from '../hours/local-hours.ts'
import { measuredHours } from './measured-hours.ts'

const zone = 'America/Chicago'
const end = dayOfDate('2026-11-20')

function measure(
  days: number,
  valueAt: (hour: { day: number; hour: number; at: number }) => number | undefined,
) {
  const first = end - days
  const hours = localHours(zone, first, end)
  const values = new Map(hours.map((hour) => [hour.at, valueAt({ ...hour, day: hour.day - first })]))
  return measuredHours(hours, (at) => values.get(at), { first, end })
}

test.each([
  ['nothing', 42, () => undefined, 'TooShort', 0],
  ['20 days', 42, ({ day }: { day: number }) => (day >= 22 ? 1 : undefined), 'TooShort', 20],
  ['21 days', 42, ({ day }: { day: number }) => (day >= 21 ? 1 : undefined), 'Ready', 21],
  ['every other day', 42, ({ day }: { day: number }) => (day % 2 === 1 ? 1 : undefined), 'Gaps', 41],
  ['nothing in the last day', 42, ({ day }: { day: number }) => (day < 41 ? 1 : undefined), 'Silent', 42],
] as const)('%s', (_what, days, valueAt, state, found) => {
  expect(measure(days, valueAt)).toMatchObject({ state, days: found })
})

test('a day of 25 hours counts as 24: the repeated hour is the mean of both', () => {
  const first = dayOfDate('2026-11-01')
  let repeated = 0
  const { values } = measure(42, ({ day, hour }) =>
    day === first - (end - 42) && hour === 1 ? [10, 20][repeated++] : hour,
  )
  expect(values).toHaveLength(42 * 24)
  expect([...values.slice((first - (end - 42)) * 24).slice(0, 4)]).toEqual([0, 15, 2, 3])
})

test('short gaps are bridged, and longer ones repeat the week before', () => {
  const missing = new Set([500, 501, ...Array.from({ length: 10 }, (_, n) => 600 + n)])
  const { values, isMeasured } = measure(42, ({ day, hour }) =>
    missing.has(day * 24 + hour) ? undefined : day * 24 + hour,
  )
  expect([...values.slice(499, 503)]).toEqual([499, 500, 501, 502])
  expect([...values.slice(600, 610)]).toEqual(Array.from({ length: 10 }, (_, n) => 432 + n))
  expect([isMeasured(499), isMeasured(500), isMeasured(600)]).toEqual([true, false, false])
})
