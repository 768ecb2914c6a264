import { expect, test } from 'vitest'
import { hourNumber, rateHour } from './rate-hours.ts'

test('in a zone half an hour apart, an hour in which the report interval changes is counted by the longer one', () => {
  const start = Date.parse('2026-11-20T18:30:00Z') // midnight in India
  const minute = 60_000
  const device = {
    kinds: ['ECO2'],
    timeZone: 'Asia/Kolkata',
    intervals: [
      { since: Number.NEGATIVE_INFINITY, ms: 5000 },
      { since: start + 35 * minute, ms: minute },
    ],
  } as const
  const count = 35 * 12 + 25
  const known = new Map([['ECO2', new Map([[hourNumber(start), { count, sum: count * 1000 }]])]] as const)
  expect(rateHour(device, known, { start, noiseFloor: null }).epa).toBe(90)
})
