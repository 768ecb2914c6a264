import type { LatestValues, Point } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { countGrades, roomsOf } from './rooms.ts'
import { parseRoomsSearch } from './rooms-search.ts'
import { unjudgedText } from './unjudged-text.ts'

const now = Date.parse('2026-11-17T16:00:00Z')
const quarter = 900_000

const device = (Id: string, value: number | undefined, more: Partial<LatestValues> = {}): LatestValues => ({
  Id,
  Name: `Room ${Id}`,
  Site: { Id: 'school', Name: 'School' },
  Status: 'ONLINE',
  LastSeenAt: new Date(now).toISOString(),
  StatusSince: null,
  Unwatched: null,
  ReportInterval: 60,
  LatestAt: new Date(now - 30_000).toISOString(),
  Latest: value === undefined ? {} : { ECO2: value },
  ...more,
})

const orderOf = (latest: LatestValues[], sensor: 'ECO2' | 'temperature' | 'noise' = 'ECO2') =>
  roomsOf(latest, new Map(), { sensor, measurement: 'Metric', now }).map(({ id }) => id)

test('rooms are sorted worst first, with those that cannot be judged last', () => {
  const latest = [
    device('fine', 600),
    device('old', 4000, { LatestAt: new Date(now - 600_000).toISOString() }),
    device('poor', 2400),
    device('none', undefined),
    device('offline', 3000, { Status: 'OFFLINE' }),
    device('poorer', 3600),
    device('off', 5000, { Unwatched: 'Inactive' }),
  ]
  expect(orderOf(latest).slice(0, 3)).toEqual(['poorer', 'poor', 'fine'])
  const rooms = roomsOf(latest, new Map(), { sensor: 'ECO2', measurement: 'Metric', now })
  expect(Object.fromEntries(rooms.map(({ id, unjudged }) => [id, unjudged?.reason]))).toEqual({
    poorer: undefined,
    poor: undefined,
    fine: undefined,
    old: 'old',
    offline: 'old',
    none: 'none',
    off: 'unwatched',
  })
  expect(countGrades(rooms)).toEqual([
    { grade: 'poor', count: 2 },
    { grade: 'excellent', count: 1 },
  ])
})

const reasonOf = (latest: LatestValues, series = new Map()) =>
  roomsOf([latest], series, { sensor: 'ECO2', measurement: 'Metric', now })[0]

test('a room whose device reports, but not this sensor, is not judged', () => {
  const silent = device('a', 612, { Silent: ['ECO2'] })
  expect(reasonOf(silent)).toMatchObject({ value: 612, unjudged: { reason: 'silent' }, grade: undefined })
  const points: Point[] = [[now - 8 * quarter, 612, 612, 612, 15]]
  const known = reasonOf(silent, new Map([['a', { Points: points, Quality: [] }]]))?.unjudged
  expect(known).toEqual({ reason: 'silent', since: now - 8 * quarter })
  expect(known && unjudgedText(known, now, 'UTC')).toBe('last value about 2:00 PM')
  expect(unjudgedText({ reason: 'silent', since: undefined }, now, 'UTC')).toBe('no longer sent')
  expect(reasonOf(device('a', 612, { Silent: ['temperature'] }))?.grade).toBe('excellent')
})

test.each(['MIGRATING', 'RESET'] as const)('a device in the state %s that reports is judged', (Status) => {
  expect(reasonOf(device('a', 612, { Status }))).toMatchObject({ unjudged: undefined, grade: 'excellent' })
})

test('quality that was not read is not known, rather than good', () => {
  expect(reasonOf(device('a', 612))?.quality).toBeUndefined()
  const read = new Map([['a', { Points: [], Quality: [] }]])
  expect(reasonOf(device('a', 612), read)?.quality).toEqual([])
})

test('temperatures at both ends of the scale are bad', () => {
  const of = (id: string, temperature: number) => device(id, undefined, { Latest: { temperature } })
  expect(orderOf([of('mild', 22), of('cold', 15.5), of('warm', 26.5), of('hot', 29)], 'temperature')).toEqual(
    ['cold', 'hot', 'warm', 'mild'],
  )
})

test('without a standard, the highest value comes first', () => {
  const of = (id: string, noise: number) => device(id, undefined, { Latest: { noise } })
  expect(orderOf([of('quiet', 40), of('loud', 80)], 'noise')).toEqual(['loud', 'quiet'])
})

test('a room whose newest value is stuck is not judged, one that was stuck before is', () => {
  const points = [now - quarter, now].map((at): Point => [at, 847, 847, 847, 15])
  const stuckUntil = (To: number) => {
    const Quality = [{ From: now - 20 * quarter, To, Quality: 'Stuck' as const }]
    const series = new Map([['a', { Points: points, Quality }]])
    return roomsOf([device('a', 847)], series, { sensor: 'ECO2', measurement: 'Metric', now })[0]?.unjudged
  }
  expect(stuckUntil(now + quarter)).toEqual({ reason: 'stuck', since: now - 20 * quarter })
  expect(stuckUntil(now)).toBeUndefined()
})

test('the address keeps a known sensor, and up to six different rooms', () => {
  expect(parseRoomsSearch({ sensor: 'TVOC', view: 'table', compare: ['a', 'a', 'b', 7] })).toEqual({
    sensor: 'TVOC',
    view: 'table',
    compare: ['a', 'b'],
  })
  expect(parseRoomsSearch({ sensor: 'constructor', view: 'x', compare: 'a' })).toEqual({})
  expect(parseRoomsSearch({ compare: ['1', '2', '3', '4', '5', '6', '7'] }).compare).toHaveLength(6)
})
