import { devices } from '@eot/contract/devices'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import type { MadeSite } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, pool, signInAsRoot } = await testApp()
const as = await signInAsRoot()
const hour = 3_600_000
const start = Date.UTC(2026, 9, 20, 5)

async function schools(zone = 'UTC') {
  const device = await make.device({ site: await make.site({ time_zone: zone }) })
  if (!device.site) throw new Error('the device is at a site')
  const other = await make.site()
  const moveTo = async (site: Pick<MadeSite, 'id'>) => {
    const { status } = await call(
      devices.update,
      { params: { id: device.id }, body: { SiteId: site.id } },
      { as },
    )
    expect(status).toBe(200)
  }
  const send = (at: number, readings: Record<string, number>) =>
    sendSamples(ingest, device.mac, [{ at, readings }])
  const countsBy = async (interval: 'OneHour' | 'OneWeek') => {
    const range = { startTime: start - 24 * hour, endTime: start + 14 * 24 * hour, timeZone: zone }
    const query = { DeviceId: [device.id], type: ['temperature'], interval, ...range } as const
    const { data } = await call(sensors.series, { query }, { as })
    return data.Series[0]?.Points.map(([, , , , count]) => count)
  }
  return { device, home: device.site, other, moveTo, send, countsBy }
}

test('what a process has cached of a device at a former customer never becomes its state at another one', async () => {
  const { device, other, moveTo, send } = await schools()
  await send(Date.now(), { ECO2: 1831 })
  await moveTo(other)
  // As many changes by others as there were before.
  await pool.query(
    'update device_state s set version = s.version + 1 from device d where d.no = s.device_no and d.id = $1',
    [device.id],
  )
  await send(Date.now(), { temperature: 20 })
  const { data } = await call(devices.status, { params: { id: device.id } }, { as })
  expect(data.Latest).toEqual({ temperature: 20 })
})

test('the open day of a device that returns continues, although its site now has another time zone', async () => {
  const { home, other, moveTo, send, countsBy } = await schools('America/Chicago')
  for (const at of [start, start + 16 * hour, start + 17 * hour]) await send(at, { temperature: 20 })
  await moveTo(other)
  await call(sites.update, { params: { id: home.id }, body: { TimeZone: 'Europe/Berlin' } }, { as })
  await moveTo(home)
  expect(await countsBy('OneWeek')).toEqual([3])
})

test('a device that returns after days still has its last hour, although its minutes became compact in the meantime', async () => {
  const { home, other, moveTo, send, countsBy } = await schools()
  for (const minutes of [0, 1, 20]) await send(start + minutes * 60_000, { temperature: 20 })
  await moveTo(other)
  await compactAll(db, new Date(start + 6 * 24 * hour))
  await moveTo(home)
  await send(Date.now(), { temperature: 20 })
  expect(await countsBy('OneHour')).toEqual([3])
})
