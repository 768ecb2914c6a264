import { connections } from '@eot/contract/connections'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents } from '../events/index.ts'

const { call, clock, db, ingest, make, signIn } = await testApp()
const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(clock().getTime() - hours * hourMs)

async function room() {
  const campus = await make.site()
  const site = await make.site({ parent: campus })
  const device = await make.device({ site, created_at: hoursAgo(1000) })
  const read = async (as: Awaited<ReturnType<typeof signIn>>) =>
    (await call(connections.ofDevice, { params: { id: device.id } }, { as })).data
  /** Returns the time of the change. */
  async function change(hours: number, kind: 'DeviceOnline' | 'DeviceOffline', sitePath = site.path) {
    const at = hoursAgo(hours)
    await appendEvents(executeIn(db), [{ kind, at, sitePath, deviceId: device.id, alertId: null }])
    return at.toISOString()
  }
  return { campus, site, device, read, change, as: await signIn({ site, role: 'Viewer' }) }
}

test('a device that never reported has no periods', async () => {
  const { read, as } = await room()
  expect((await read(as)).Periods).toEqual([])
})

test('lists when a device was online, for the last seven days at most', async () => {
  const { read, as, device, change } = await room()
  await sendSamples(ingest, device.mac, [{ readings: { vape: 1 } }])
  await db.deleteFrom('event').where('device_id', '=', device.id).execute()
  await change(200, 'DeviceOnline')
  const lost = await change(30, 'DeviceOffline')
  const back = await change(29, 'DeviceOnline')
  const { StartAt, EndAt, Periods } = await read(as)
  expect(Date.parse(EndAt) - Date.parse(StartAt)).toBe(7 * 24 * hourMs)
  expect(Periods).toEqual([
    { StartAt, EndAt: lost, IsOnline: true },
    { StartAt: lost, EndAt: back, IsOnline: false },
    { StartAt: back, EndAt, IsOnline: true },
  ])
})

test('events of a device at another site are visible only to those who see both sites', async () => {
  const { campus, read, as, device, change } = await room()
  const other = await make.site({ parent: campus })
  await sendSamples(ingest, device.mac, [{ readings: { vape: 1 } }])
  await db.deleteFrom('event').where('device_id', '=', device.id).execute()
  await change(30, 'DeviceOffline', other.path)
  await change(20, 'DeviceOnline')
  expect((await read(as)).Periods).toHaveLength(1)
  expect((await read(await signIn({ site: campus, role: 'Viewer' }))).Periods).toHaveLength(3)
})
