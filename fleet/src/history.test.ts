import { expect, test } from 'vitest'
import { alarmWatch } from '../test/alarm-watch.ts'
import { historySamples } from './history.ts'
import { scheduledIncidents } from './incident-schedule.ts'
import { type Incident, incidentAt } from './incidents.ts'
import { kindNames } from './kinds.ts'
import { isSchoolHour } from './occupancy.ts'
import { type RoomSpec, type RoomType, roomTypeNames } from './room-types.ts'
import { siteClock } from './site-clock.ts'

const timeZone = 'America/Chicago'
const dayMs = 86_400_000
const startMs = Date.parse('2026-09-07T05:00:00Z')
const restroom: RoomSpec = { roomType: 'restroom', timeZone, seed: 21 }

const incidentsOf = (spec: RoomSpec, fromMs: number, toMs: number): Incident[] => [
  ...scheduledIncidents(spec, fromMs, toMs),
]

test('history is complete, ordered and reproducible', () => {
  const samples = [...historySamples(restroom, startMs, startMs + dayMs, 60_000)]
  expect(samples).toHaveLength(24 * 60)
  expect(samples.map(({ at }) => at)).toEqual(Array.from({ length: 24 * 60 }, (_, n) => startMs + n * 60_000))
  expect(Object.keys(samples[0]?.readings ?? {}).sort()).toEqual([...kindNames].sort())
  expect([...historySamples(restroom, startMs, startMs + dayMs, 60_000)]).toEqual(samples)
})

test('history accepts a sampling step per instant and a list of incidents', () => {
  const vaping = incidentAt('vaping', startMs + 3_630_000, 1)
  const step = (atMs: number) => (atMs - startMs >= 3_600_000 ? 60_000 : 600_000)
  const samples = [...historySamples(restroom, startMs, startMs + 7_200_000, step, [vaping])]
  expect(samples.map(({ at }) => (at - startMs) / 60_000)).toEqual([
    ...Array.from({ length: 6 }, (_, n) => n * 10),
    ...Array.from({ length: 60 }, (_, n) => 60 + n),
  ])
  const high = samples.filter(({ readings }) => readings.vape >= 50).map(({ at }) => at)
  expect(high[0]).toBe(startMs + 3_660_000)
})

test('adjacent spans of history agree on the incidents', () => {
  const middleMs = startMs + 30 * dayMs
  const endMs = startMs + 60 * dayMs
  const whole = incidentsOf(restroom, startMs, endMs)
  const pieces = [...incidentsOf(restroom, startMs, middleMs), ...incidentsOf(restroom, middleMs, endMs)]
  const keys = new Set(pieces.map(({ name, startMs: at }) => `${name} ${at}`))
  expect(whole.map(({ name, startMs: at }) => `${name} ${at}`)).toEqual([...keys])
  expect(whole.length).toBeGreaterThan(20)
})

test('every scheduled vaping incident shows in the samples, and nothing else looks like vaping', () => {
  const endMs = startMs + 60 * dayMs
  const vapings = incidentsOf(restroom, startMs, endMs).filter(({ name }) => name === 'vaping')
  const silences = incidentsOf(restroom, startMs, endMs).filter(({ name }) => name === 'silence')
  const high = [...historySamples(restroom, startMs, endMs, 60_000)].filter(
    ({ readings }) => readings.vape >= 50,
  )
  const near = (at: number, one: Incident) => at > one.startMs && at <= one.endMs + 10 * 60_000
  const heard = vapings.filter(
    (one) => !silences.some((gap) => near(gap.startMs, one) || near(one.startMs, gap)),
  )
  expect(heard.length).toBeGreaterThan(10)
  for (const one of heard) expect(high.some(({ at }) => near(at, one))).toBe(true)
  for (const { at } of high) expect(vapings.some((one) => near(at, one))).toBe(true)
})

test('a silence incident leaves a gap of its length', () => {
  const endMs = startMs + 90 * dayMs
  const silence = incidentsOf(restroom, startMs, endMs).find(({ name }) => name === 'silence')
  if (!silence) throw new Error('ninety days of this seed have a silence')
  const fromMs = silence.startMs - 3_600_000
  const present = [...historySamples(restroom, fromMs, silence.endMs + 3_600_000, 1_000)].map(({ at }) => at)
  expect(present.filter((at) => at >= silence.startMs && at < silence.endMs)).toEqual([])
  expect(present.filter((at) => at < silence.startMs)).toHaveLength(
    Math.ceil(silence.startMs - fromMs) / 1_000,
  )
})

test("a school's fleet raises 2 to 6 alerts per device and week, nearly all while students are present", () => {
  const weeks = 4
  const fleet: Readonly<Record<RoomType, number>> = {
    restroom: 6,
    classroom: 6,
    corridor: 3,
    office: 2,
    cafeteria: 1,
    gym: 1,
    library: 1,
    depot: 1,
  }
  const localAt = siteClock(timeZone)
  let devices = 0
  const all: { at: number; type: string }[] = []
  for (const roomType of roomTypeNames) {
    for (let n = 0; n < fleet[roomType]; n++) {
      devices++
      const spec: RoomSpec = { roomType, timeZone, seed: devices * 101 }
      const watch = alarmWatch()
      for (const { at, readings } of historySamples(spec, startMs, startMs + weeks * 7 * dayMs, 60_000)) {
        for (const type of watch(at, readings)) all.push({ at, type })
      }
    }
  }
  const types = new Set(all.map(({ type }) => type))
  for (const type of ['Vape', 'Aggression', 'Sound', 'Tamper', 'ECO2', 'TemperatureLow', 'CO'])
    expect(types).toContain(type)
  const perDeviceAndWeek = all.length / devices / weeks
  expect(perDeviceAndWeek).toBeGreaterThan(2)
  expect(perDeviceAndWeek).toBeLessThan(6)
  const elsewhen = all.filter(({ at }) => !isSchoolHour(localAt(at)))
  expect(elsewhen.length / all.length).toBeLessThan(0.2)
})
