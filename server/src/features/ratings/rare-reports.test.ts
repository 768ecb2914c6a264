import { ratings } from '@eot/contract/ratings'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import { zoneClock } from '../time-zones/index.ts'
import { rateDue } from './rate-due.job.ts'
import { rateRooms } from './rate-rooms.command.ts'
import { listRooms } from './rooms.queries.ts'

const { call, clock, db, ingest, make, signIn } = await testApp()
const minute = 60_000
const hour = 60 * minute
const berlin = 'Europe/Berlin'
const now = clock().getTime()
const today = zoneClock(berlin).dayStart(now)
const yesterday = zoneClock(berlin).dayStart(today - 12 * hour)

/** Makes a room that reported regularly for four days, one reading after the other. */
async function makeRoom(minutes: number, isLost = (_at: number): boolean => false) {
  const site = await make.site({ time_zone: berlin })
  const settings = JSON.stringify({ ReportInterval: minutes * 60 }) as never // stored as it is
  const device = await make.device({ site, settings })
  const count = Math.floor((4 * 24 * 60) / minutes)
  const samples = Array.from({ length: count }, (_, n) => ({
    at: now - (count - 1 - n) * minutes * minute,
    // No sensor is that steady.
    readings: { ECO2: 600 + (n % 7) * 150, temperature: 21 + (n % 3), humidity: 40 },
  })).filter(({ at }) => !isLost(at))
  for (const sample of samples) {
    await sendSamples(ingest, device.mac, [sample])
    if (sample.at > today - 6 * hour) await rateDue(db, Date.now() + minute)
  }
  await rateDue(db, Date.now() + minute)
  return { site, as: await signIn({ site }) }
}
type Place = Awaited<ReturnType<typeof makeRoom>>

async function pointsOf({ as }: Place, interval: 'OneDay' | 'OneHour') {
  const query = { startDate: yesterday, endDate: today, Type: 'AirQuality', interval } as const
  return (await call(ratings.overTime, { query }, { as })).data.Points
}

/** Returns the rating of the room at an instant, which the live page showed then. */
const scoreAt = ({ site }: Place, at: number) =>
  inSnapshot(db, async (tx) => {
    const execute = executeIn(tx)
    const place = { siteId: site.id, path: site.path, includesSubSites: true }
    const [rated] = await rateRooms(execute, await listRooms(execute, place, 1), at, new Map())
    return rated?.air.score ?? null
  })

test.each([75, 90, 120, 360, 720])(
  'a room that reports every %i minutes has a score for each hour and day, as it had live',
  async (minutes) => {
    const room = await makeRoom(minutes)
    const hours = await pointsOf(room, 'OneHour')
    expect(hours.map(([start]) => start)).toEqual(
      Array.from({ length: (today - yesterday) / hour }, (_, n) => yesterday + n * hour),
    )
    for (const [start, mean] of hours) {
      // A millisecond before the end may be another point, after rounding.
      const live = (await scoreAt(room, start + hour - 1)) ?? Number.NaN
      expect(Math.abs(mean - live), new Date(start).toISOString()).toBeLessThanOrEqual(1)
    }
    const mean = hours.reduce((sum, [, score]) => sum + score, 0) / hours.length
    expect(await pointsOf(room, 'OneDay')).toEqual([
      [yesterday, Math.round(mean), Math.round(mean), Math.round(mean), 1],
    ])
  },
)

test('a reading does not last longer than until the next one was due', async () => {
  const noon = yesterday + 12 * hour
  const isLost = (at: number) => at >= noon && at < noon + 6 * hour
  const starts = (await pointsOf(await makeRoom(120, isLost), 'OneHour')).map(([start]) => start)
  expect(starts).toContain(noon - hour)
  expect(starts.filter((start) => start >= noon + hour && start < noon + 6 * hour)).toEqual([])
})
