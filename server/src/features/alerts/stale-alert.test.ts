import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, signIn } = app

/** Raises an alert by a vape reading the given minutes ago, optionally followed by readings of other kinds. */
async function raise(minutesAgo: number, later: { CO: number } | undefined = undefined) {
  const site = await make.site()
  const device = await make.device({ site })
  const at = Date.now() - minutesAgo * 60_000
  await sendSamples(app.ingest, device.mac, [{ at, readings: { vape: 80 } }])
  if (later) await sendSamples(app.ingest, device.mac, [{ readings: later }])
  const as = await signIn({ site })
  return {
    device,
    as,
    async read() {
      const { data } = await call(alerts.list, { query: { ongoing: true } }, { as })
      return data.Items?.map(({ Type, Stale }) => [Type.Key, Stale])
    },
  }
}

test('an open alert is not stale while values of its kind arrive', async () => {
  const { read } = await raise(1)
  expect(await read()).toEqual([['Vape', false]])
})

test('an open alert is stale while its device is offline', async () => {
  const { device, read } = await raise(1)
  await db.updateTable('device_state').set({ online: false }).where('device_no', '=', device.no).execute()
  expect(await read()).toEqual([['Vape', true]])
})

test('an open alert is stale if the device sends other values but none of its kind', async () => {
  const { read } = await raise(10, { CO: 1 })
  expect(await read()).toEqual([['Vape', true]])
})

test('a device with a long report interval has proportionally more time', async () => {
  const { device, read } = await raise(10, { CO: 1 })
  await db
    .updateTable('device_state')
    .set({ reported_interval: 600 })
    .where('device_no', '=', device.no)
    .execute()
  expect(await read()).toEqual([['Vape', false]])
})

test('a device that reports once a day has three days, and past readings may be compact', async () => {
  const day = 1440
  const { device, read } = await raise(2.9 * day, { CO: 1 })
  await db
    .updateTable('device_state')
    .set({ reported_interval: 86_400 })
    .where('device_no', '=', device.no)
    .execute()
  expect(await read()).toEqual([['Vape', false]])
  expect(await compactAll(db, new Date())).toBeGreaterThan(0)
  expect(await read()).toEqual([['Vape', false]])
  await db
    .updateTable('device_state')
    .set({ reported_interval: 80_000 })
    .where('device_no', '=', device.no)
    .execute()
  expect(await read()).toEqual([['Vape', true]])
})

test('ended alerts and offline alerts are never stale', async () => {
  const { device, as, read } = await raise(1)
  await make.alert({ device, type: 'Offline', sensor: null, ended_at: null })
  const { id } = await make.alert({ device, type: 'CO', ended_at: new Date() })
  await db.updateTable('device_state').set({ online: false }).where('device_no', '=', device.no).execute()
  expect(await read()).toContainEqual(['Offline', false])
  const { data } = await call(alerts.get, { params: { id } }, { as })
  expect(data.Stale).toBe(false)
})
