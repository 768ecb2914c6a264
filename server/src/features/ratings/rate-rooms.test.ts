import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { rateRooms } from './rate-rooms.command.ts'
import { listRooms } from './rooms.queries.ts'

const { ingest, make, pool } = await testApp()
const minute = 60_000
const hour = 60 * minute

test('a room that reports once an hour keeps its score until its next report, and not much longer', async () => {
  const site = await make.site({ time_zone: 'UTC' })
  const settings = JSON.stringify({ ReportInterval: 3600 }) as never // stored as it is
  const { mac } = await make.device({ site, settings })
  const last = Math.floor(Date.now() / hour) * hour - 4 * hour - 10 * minute
  for (const at of [last - hour, last]) await sendSamples(ingest, mac, [{ at, readings: { ECO2: 2000 } }])
  const execute = executeOn(pool)
  const rooms = await listRooms(execute, { siteId: site.id, path: site.path, includesSubSites: true }, 10)
  const scoreAt = async (at: number) => (await rateRooms(execute, rooms, at, new Map()))[0]?.air.score
  for (const passed of [0, 30, 59, 70]) expect(await scoreAt(last + passed * minute)).toBe(60)
  expect(await scoreAt(last + 2 * hour)).toBeNull()
})
