import fc from 'fast-check'
import { expect, test } from 'vitest'
import { incidentAt } from './incidents.ts'
import { type Kind, kindNames, kinds, type Readings } from './kinds.ts'
import { openRoom } from './room.ts'
import { type RoomSpec, type RoomType, roomTypeNames } from './room-types.ts'

const timeZone = 'America/Chicago'
const hourMs = 3_600_000

/** Instants of a regular school week: Monday to Friday, within [fromHour, toHour) in Chicago. */
function weekdayInstants(fromHour: number, toHour: number, stepMs = 60_000): number[] {
  const mondayMs = Date.parse('2026-11-09T06:00:00Z')
  const instants: number[] = []
  for (let day = 0; day < 5; day++) {
    const dayMs = mondayMs + day * 24 * hourMs
    for (let at = dayMs + fromHour * hourMs; at < dayMs + toHour * hourMs; at += stepMs) instants.push(at)
  }
  return instants
}

function readingsAt(spec: RoomSpec, instants: readonly number[]): Readings[] {
  const room = openRoom(spec, instants[0] ?? 0)
  return instants.map((at) => room.sample(at))
}

function mean(readings: readonly Readings[], kind: Kind): number {
  return readings.reduce((sum, one) => sum + one[kind], 0) / readings.length
}

test('every reading has all seventeen kinds, finite and within the range of its sensor', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...roomTypeNames),
      fc.nat(),
      fc.constantFrom('America/Chicago', 'Australia/Sydney', 'Europe/Berlin'),
      fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') }),
      fc.array(fc.integer({ min: 0, max: 4 * hourMs }), { minLength: 1, maxLength: 30 }),
      (roomType, seed, zone, startMs, gaps) => {
        const room = openRoom({ roomType, seed, timeZone: zone }, startMs)
        let at = startMs
        for (const gap of gaps) {
          at += gap
          const readings = room.sample(at)
          expect(Object.keys(readings).sort()).toEqual([...kindNames].sort())
          for (const kind of kindNames) {
            expect(readings[kind]).toBeGreaterThanOrEqual(kinds[kind].min)
            expect(readings[kind]).toBeLessThanOrEqual(kinds[kind].max)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('the same seed and instants give the same readings, and another seed gives different ones', () => {
  const instants = weekdayInstants(9, 10)
  const spec: RoomSpec = { roomType: 'classroom', timeZone, seed: 5 }
  expect(readingsAt(spec, instants)).toEqual(readingsAt(spec, instants))
  expect(readingsAt({ ...spec, seed: 6 }, instants)).not.toEqual(readingsAt(spec, instants))
})

test('sampling a room at an earlier instant throws RangeError', () => {
  const room = openRoom({ roomType: 'office', timeZone, seed: 1 }, 1_000_000_000_000)
  room.sample(1_000_000_060_000)
  expect(() => room.sample(1_000_000_059_999)).toThrow(RangeError)
})

test('steps of five seconds and of a minute yield the same air', () => {
  const spec: RoomSpec = { roomType: 'classroom', timeZone, seed: 3 }
  const startMs = Date.parse('2026-11-10T14:00:00Z')
  const fine = openRoom(spec, startMs)
  const coarse = openRoom(spec, startMs)
  for (let at = startMs; at <= startMs + 3 * hourMs; at += 5_000) {
    const often = fine.sample(at)
    if ((at - startMs) % 60_000 !== 0) continue
    expect(Math.abs(coarse.sample(at).ECO2 - often.ECO2)).toBeLessThan(25)
  }
})

test.each<[RoomType, number, number, Kind[]]>([
  ['classroom', 9, 15, ['ECO2', 'noise', 'sound', 'motion', 'light', 'TVOC', 'aggression']],
  ['corridor', 8, 16, ['ECO2', 'noise', 'sound', 'motion', 'light']],
  ['restroom', 8, 16, ['ECO2', 'noise', 'motion', 'light', 'NH3']],
  ['cafeteria', 11.75, 13, ['ECO2', 'noise', 'motion', 'light', 'humidity']],
  ['gym', 8, 16, ['ECO2', 'noise', 'motion', 'humidity']],
  ['office', 9, 16, ['ECO2', 'noise', 'motion', 'light', 'TVOC']],
  ['library', 9, 16, ['ECO2', 'noise', 'motion', 'light']],
  ['depot', 6.5, 8, ['noise', 'motion', 'CO', 'NO2']],
])(
  'occupancy shows in a %s: readings are higher by day than at night',
  (roomType, fromHour, toHour, higher) => {
    const spec: RoomSpec = { roomType, timeZone, seed: 11 }
    const day = readingsAt(spec, weekdayInstants(fromHour, toHour))
    const night = readingsAt(spec, weekdayInstants(1, 4))
    for (const kind of higher) expect(mean(day, kind), kind).toBeGreaterThan(mean(night, kind) * 1.05)
  },
)

test('a weekend is as quiet as a night', () => {
  const spec: RoomSpec = { roomType: 'classroom', timeZone, seed: 11 }
  const saturdayMs = Date.parse('2026-11-14T15:00:00Z')
  const saturday = readingsAt(
    spec,
    Array.from({ length: 300 }, (_, minute) => saturdayMs + minute * 60_000),
  )
  expect(Math.max(...saturday.map(({ motion }) => motion))).toBe(0)
  expect(mean(saturday, 'noise')).toBeLessThan(36)
})

test('carbon dioxide settles where exhalation and ventilation balance', () => {
  // 28 people at 18 l/h in 210 m³ with 4 changes an hour: 425 + 28·18000/(210·4) = 1025 ppm when full.
  const day = readingsAt({ roomType: 'classroom', timeZone, seed: 2 }, weekdayInstants(8, 15))
  const worst = Math.max(...day.map(({ ECO2 }) => ECO2))
  expect(worst).toBeGreaterThan(850)
  expect(worst).toBeLessThan(1_100)
})

test('showers raise the humidity and do not look like vaping', () => {
  const gym = readingsAt({ roomType: 'gym', timeZone, seed: 4 }, weekdayInstants(8, 16))
  const humidities = gym.map(({ humidity }) => humidity)
  expect(Math.max(...humidities) - Math.min(...humidities)).toBeGreaterThan(8)
  expect(Math.max(...gym.map(({ vape }) => vape))).toBeLessThan(10)
  expect(Math.max(...gym.map(({ particulate }) => particulate))).toBeLessThan(30)
})

test('vaping raises vape, particulate and TVOC, not humidity, and fades within a quarter of an hour', () => {
  const startMs = Date.parse('2026-11-10T16:00:00Z')
  const room = openRoom({ roomType: 'restroom', timeZone, seed: 1 }, startMs)
  const calm = room.sample(startMs)
  const vaping = incidentAt('vaping', startMs, 1)
  const during: Readings[] = []
  for (let at = startMs + 5_000; at <= vaping.endMs; at += 5_000) during.push(room.sample(at, [vaping]))
  const peak = (kind: Kind) => Math.max(...during.map((one) => one[kind]))
  expect(peak('vape')).toBeGreaterThan(70)
  expect(peak('particulate')).toBeGreaterThan(calm.particulate + 60)
  expect(peak('TVOC')).toBeGreaterThan(calm.TVOC + 100)
  expect(Math.abs(peak('humidity') - calm.humidity)).toBeLessThan(3)
  expect(room.sample(vaping.endMs + 15 * 60_000).vape).toBeLessThan(10)
})

test('winter nights are colder than summer days, with seasons reversed in the southern hemisphere', () => {
  const light = (zone: string, day: string) =>
    mean(
      readingsAt(
        { roomType: 'office', timeZone: zone, seed: 1 },
        Array.from({ length: 24 }, (_, hour) => Date.parse(day) + hour * hourMs),
      ),
      'light',
    )
  expect(light('Europe/Berlin', '2026-06-21')).toBeGreaterThan(1.5 * light('Europe/Berlin', '2026-12-20'))
  expect(light('Australia/Sydney', '2026-12-20')).toBeGreaterThan(
    1.3 * light('Australia/Sydney', '2026-06-21'),
  )
})

test('the offset of a sensor is added only to its own values, within its range', () => {
  const spec = { roomType: 'classroom', timeZone: 'America/Chicago', seed: 3 } as const
  const at = Date.parse('2026-11-10T16:00:00Z')
  const plain = openRoom(spec, at).sample(at)
  const warm = openRoom({ ...spec, offsets: { temperature: 4, humidity: 90 } }, at).sample(at)
  expect(warm).toEqual({ ...plain, temperature: expect.closeTo(plain.temperature + 4, 5), humidity: 100 })
})
