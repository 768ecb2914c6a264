import { devices } from '@eot/contract/devices'
import { sensors } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, ingest, make, signIn } = app

const minute = 60_000

/** Sends readings of a device, each the given minutes ago, and returns what the two calls then say of it. */
async function report(...sent: [minutesAgo: number, readings: Record<string, number>][]) {
  const site = await make.site()
  const device = await make.device({ site })
  const as = await signIn({ site })
  for (const [ago, readings] of sent)
    await sendSamples(ingest, device.mac, [{ at: Date.now() - ago * minute, readings }])
  return {
    device,
    async read() {
      const latest = (await call(sensors.latest, { query: {} }, { as })).data[0]
      const status = (await call(devices.status, { params: { id: device.id } }, { as })).data
      expect(status.Silent).toEqual(latest?.Silent)
      expect(status.Latest).toEqual(latest?.Latest)
      return [latest?.Latest, latest?.Silent]
    },
  }
}

test('a sensor that has stopped is silent while the device sends others, and keeps its last value', async () => {
  const { read } = await report([30, { ECO2: 612, temperature: 20 }], [1, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, ['ECO2']])
})

test('it is not if the device sends it in other readings than the newest', async () => {
  const { read } = await report([3, { ECO2: 612 }], [1, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, undefined])
})

test('it is no longer once it sends again', async () => {
  const { device, read } = await report([30, { ECO2: 612 }], [2, { temperature: 21 }])
  expect((await read())[1]).toEqual(['ECO2'])
  await sendSamples(ingest, device.mac, [{ readings: { ECO2: 700, temperature: 22 } }])
  expect(await read()).toEqual([{ ECO2: 700, temperature: 22 }, undefined])
})

test('no sensor is silent by itself while the whole device is', async () => {
  const { read } = await report([30, { ECO2: 612 }], [10, { temperature: 21 }])
  expect(await read()).toEqual([{ ECO2: 612, temperature: 21 }, undefined])
})

test('a device that reports rarely has more time, and past readings may be compact', async () => {
  const { device, read } = await report([2.9 * 1440, { ECO2: 612 }], [1, { temperature: 21 }])
  const reportEvery = (seconds: number) =>
    db
      .updateTable('device_state')
      .set({ reported_interval: seconds })
      .where('device_no', '=', device.no)
      .execute()
  await reportEvery(86_400)
  expect((await read())[1]).toBeUndefined()
  expect(await compactAll(db, new Date())).toBeGreaterThan(0)
  expect((await read())[1]).toBeUndefined()
  await reportEvery(80_000)
  expect((await read())[1]).toEqual(['ECO2'])
})
