import { expect, test } from 'vitest'
import { setClock } from '../../texts/date-format.ts'
import { tickLabel, timeLabelsIn } from './time-labels.ts'

const hour = 3_600_000
/** In Berlin, the day after its clocks were set back. */
const midnight = Date.UTC(2026, 9, 25, 23)

test.each([
  ['among half days', midnight, 12 * hour, 'Oct 26'],
  ['at noon', midnight + 12 * hour, 12 * hour, '12:00'],
  ['among hours', midnight, hour, 'Oct 26'],
  ['among minutes', midnight, hour / 6, '00:00'],
  ['among days', midnight, 24 * hour, 'Oct 26'],
])(
  'a tick %s is labeled as precisely as the step needs, and midnight by its date',
  (_, ms, stepMs, label) => {
    setClock('24h')
    expect(tickLabel(ms, stepMs, 'Europe/Berlin')).toBe(label)
  },
)

test('times in a chart of more than a day have the date', () => {
  setClock('24h')
  const label = (hours: number) =>
    timeLabelsIn({ fromMs: midnight, toMs: midnight + hours * hour }, 'Europe/Berlin')(midnight + hour)
  expect([label(24), label(25)]).toEqual(['01:00:00', 'Oct 26, 01:00'])
})
