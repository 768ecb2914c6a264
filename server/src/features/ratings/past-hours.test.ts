import { ratings } from '@eot/contract/ratings'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { hoursBetween } from './hours-between.ts'

const { call, db, make, signIn } = await testApp()
const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const timesOf = (starts: readonly number[]) =>
  starts.map((start) => new Date(start).toISOString().slice(11, 16))

const chicago = 'America/Chicago'
const newfoundland = 'America/St_Johns'
const district = await make.site({ time_zone: chicago })
const school = await make.site({ parent: district, time_zone: newfoundland })
const as = await signIn({ site: district })
const near = [await make.device({ site: district }), await make.device({ site: district })]
const far = await make.device({ site: school })
/** Midnight in Chicago. */
const midnight = at('2026-11-17T06:00:00Z')

/** Stores a score for each of 40 hours of a room. Its hours begin `pastMs` after those of UTC. */
async function rate(room: MadeDevice, pastMs: number, score: number): Promise<void> {
  const hours = Array.from({ length: 40 }, (_, n) => new Date(midnight + (n - 10) * hour + pastMs))
  await db
    .insertInto('rating_hour')
    .values(hours.map((start) => ({ device_no: room.no, hour: start, epa: score })))
    .execute()
}
for (const room of near) await rate(room, 0, 90)
// Hours of Newfoundland begin at half past.
await rate(far, hour / 2, 60)

const read = async (endpoint: typeof ratings.live | typeof ratings.overTime, query: object) =>
  (await call(endpoint, { query: { Type: 'AirQuality', ...query } }, { as })).data

test.each([
  [ratings.live, {}],
  [ratings.overTime, { interval: 'OneHour' }],
])(
  'hours of rooms in a half-hour zone count in the hours of the site in which they begin',
  async (endpoint, query) => {
    const window = { startDate: midnight, endDate: midnight + 24 * hour }
    const { Points, Interval, Score } = await read(endpoint, { ...query, ...window })
    expect([Interval, Points.length, Score]).toEqual(['OneHour', 24, 80])
    for (const [index, point] of Points.entries())
      expect(point).toEqual([midnight + index * hour, 80, 60, 90, 3])

    // The hours of the school have only the scores of its own rooms.
    const own = await read(endpoint, { ...query, ...window, SiteId: school.id })
    expect(own.TimeZone).toBe(newfoundland)
    expect(own.Points.map(([start]) => start)).toEqual(
      Array.from({ length: 24 }, (_, index) => midnight + hour / 2 + index * hour),
    )
  },
)

test('a window that begins and ends within an hour contains the whole hours that begin in it', async () => {
  const window = { startDate: midnight + hour / 4, endDate: midnight + 3.25 * hour }
  const { Points } = await read(ratings.live, window)
  expect(Points).toEqual([1, 2, 3].map((index) => [midnight + index * hour, 80, 60, 90, 3]))
  expect((await read(ratings.live, { startDate: midnight + 1, endDate: midnight + 2 })).Points).toEqual([])
})

test('hours begin when the clock of the zone shows a full hour, even after a change by half an hour', () => {
  const between = (from: string, to: string, zone: string) => hoursBetween(at(from), at(to), zone)
  const evening = between('2026-11-16T22:00:00Z', '2026-11-17T01:00:00Z', newfoundland)
  expect(timesOf(evening.starts)).toEqual(['22:30', '23:30', '00:30'])
  expect(evening.end).toBe(at('2026-11-17T01:30:00Z'))
  // Clocks go back by half an hour at 15:00 UTC.
  const back = between('2026-04-04T13:00:00Z', '2026-04-04T17:00:00Z', 'Australia/Lord_Howe')
  expect(timesOf(back.starts)).toEqual(['13:00', '14:00', '15:00', '15:30', '16:30'])
  // They go forward at 15:30 UTC.
  const forward = between('2026-10-03T14:00:00Z', '2026-10-03T18:00:00Z', 'Australia/Lord_Howe')
  expect(forward.starts).toEqual(forward.starts.toSorted((a, b) => a - b))
  expect(timesOf(forward.starts).slice(-2)).toEqual(['16:00', '17:00'])
})
