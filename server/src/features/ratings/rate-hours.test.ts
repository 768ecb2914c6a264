import { expect, test } from 'vitest'
import { hourNumber, rateHour } from './rate-hours.ts'

test('in a zone with a half-hour offset, an hour in which the report interval changes is counted by the longer one', () => {
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
  const known = new Map([
    ['ECO2', new Map([[hourNumber(start), { count, sum: count * 1000, min: 990, max: 1010 }]])],
  ] as const)
  expect(rateHour(device, known, { start, noiseFloor: null }).epa).toBe(90)
})

test('hours with a stuck sensor do not count, once it has been stuck for three hours', () => {
  const start = Date.UTC(2026, 10, 20, 12)
  const device = {
    kinds: ['ECO2', 'particulate'],
    timeZone: 'UTC',
    intervals: [{ since: Number.NEGATIVE_INFINITY, ms: 60_000 }],
  } as const
  const hour = (value: number, spread: number) => ({
    count: 60,
    sum: 60 * value,
    min: value - spread,
    max: value + spread,
  })
  const rated = (stuckHours: number) => {
    const hours = Array.from({ length: 24 }, (_, age): [number, ReturnType<typeof hour>] => [
      hourNumber(start) - age,
      hour(2000, age < stuckHours ? 0 : 5),
    ])
    const dust = hours.map(([number]): [number, ReturnType<typeof hour>] => [number, hour(35.4, 1)])
    const known = new Map([
      ['ECO2', new Map(hours)],
      ['particulate', new Map(dust)],
    ] as const)
    return rateHour(device, known, { start, noiseFloor: null }).epa
  }
  expect(rated(0)).toBe(rated(3))
  expect(rated(4)).toBeGreaterThan(rated(3) ?? 100)
  expect(rated(4)).toBe(80)
})
