import type { RoomSpec } from '@eot/fleet/room-types'
import { expect, test } from 'vitest'
import { planCuts, planRoomPast } from './history-plan.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const toMs = Date.parse('2026-11-20T16:20:30Z')
const span = { fromMs: toMs - 30 * dayMs, toMs }
const restroom: RoomSpec = { roomType: 'restroom', timeZone: 'America/Chicago', seed: 21 }
const phaseMs = 7_000

const past = planRoomPast(restroom, span, phaseMs)
const samples = [...samplesOf(past)]

function* samplesOf({ samples }: typeof past) {
  const iterator = samples()
  for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value
}

/** Intervals between consecutive samples within the given hours. */
function gapsWithin(hours: (startMs: number) => boolean): number[] {
  return samples.slice(1).flatMap(({ at }, index) => {
    const before = samples[index]?.at ?? at
    const hourOf = (atMs: number) => Math.floor((atMs - phaseMs) / hourMs)
    return hourOf(before) === hourOf(at) && hours(hourOf(at) * hourMs + phaseMs) ? [at - before] : []
  })
}

const touches = (startMs: number) =>
  past.incidents.filter((one) => one.startMs < startMs + hourMs && one.endMs + 15 * minuteMs >= startMs)
const isQuiet = (startMs: number) => touches(startMs).length === 0

test('the past of a room is reproducible, ordered and within the span', () => {
  expect([...samplesOf(planRoomPast(restroom, span, phaseMs))]).toEqual(samples)
  expect(samples.map(({ at }) => at)).toEqual(samples.map(({ at }) => at).sort((a, b) => a - b))
  expect(samples[0]?.at).toBeGreaterThanOrEqual(span.fromMs)
  expect(samples.at(-1)?.at).toBeLessThan(span.toMs)
  expect(samples.at(-1)?.at).toBeGreaterThanOrEqual(span.toMs - 5_000)
})

test('old days are sampled coarsely, the last day every minute, and the last hour at the live rate', () => {
  const old = gapsWithin((startMs) => isQuiet(startMs) && startMs < toMs - 8 * dayMs)
  expect(new Set(old)).toEqual(new Set([15 * minuteMs]))
  const week = gapsWithin(
    (startMs) => isQuiet(startMs) && startMs > toMs - 6 * dayMs && startMs < toMs - 2 * dayMs,
  )
  expect(new Set(week)).toEqual(new Set([5 * minuteMs]))
  const last = gapsWithin(
    (startMs) => isQuiet(startMs) && startMs > toMs - 25 * hourMs && startMs < toMs - 2 * hourMs,
  )
  expect(new Set(last)).toEqual(new Set([minuteMs]))
  const shown = samples.map(({ at }) => at).filter((at) => at > toMs - hourMs + minuteMs)
  expect(new Set(shown.slice(1).map((at, index) => at - (shown[index] ?? at)))).toEqual(new Set([5_000]))
})

test('hours with a brief incident are sampled every minute throughout', () => {
  const vaping = past.incidents.filter(({ name }) => name === 'vaping')
  expect(vaping.length).toBeGreaterThan(3)
  const gaps = gapsWithin(
    (startMs) =>
      vaping.some((one) => one.startMs < startMs + hourMs && one.endMs >= startMs) &&
      touches(startMs).every(({ name }) => name !== 'silence'),
  )
  expect(new Set(gaps)).toEqual(new Set([minuteMs]))
})

test('adjacent spans continue each other without a gap', () => {
  const whole = samples.map(({ at }) => at)
  const laterMs = toMs - 20 * minuteMs
  const later = planRoomPast(restroom, { fromMs: laterMs, toMs }, phaseMs)
  expect([...samplesOf(later)].map(({ at }) => at)).toEqual(whole.filter((at) => at >= laterMs))
})

test('no incident reaches the end of the span', () => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed)
  const incidents = seeds.flatMap((seed) => [...planRoomPast({ ...restroom, seed }, span, 0).incidents])
  const cold = incidents.filter(({ name }) => name === 'failed-heater' || name === 'open-window')
  expect(cold.length).toBeGreaterThan(0)
  expect(incidents.length).toBeGreaterThan(cold.length)
  expect(incidents.filter(({ endMs }) => endMs > toMs - 45 * minuteMs)).toEqual([])
  expect(cold.filter(({ endMs }) => endMs > toMs - 12 * hourMs)).toEqual([])
})

test('cuts are at regular instants and where a device goes missing or returns', () => {
  const silence = (fromMs: number) => ({
    name: 'silence' as const,
    startMs: fromMs,
    endMs: fromMs + 10 * minuteMs,
    strength: 1,
  })
  const short = { fromMs: 0, toMs: 3 * hourMs }
  const cuts = planCuts(
    [{ incidents: [] }, { incidents: [silence(90 * minuteMs), { ...silence(0), name: 'vaping' }] }],
    short,
    hourMs,
  )
  expect(cuts).toEqual([
    { atMs: hourMs },
    { atMs: 95 * minuteMs + 10_000, missed: 1 },
    { atMs: 101 * minuteMs },
    { atMs: 2 * hourMs },
    { atMs: 3 * hourMs },
  ])
})
