import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import type { MqttClient } from 'mqtt'
import { expect, test, vi } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectDevice, testBroker } from '../../../../test/test-broker.ts'
import { DatabaseUnavailable } from '../../../platform/db/database-failure.ts'

const app = await testApp()
const { call, db, make } = app
const as = await app.signInAsRoot()
const broker = await testBroker(app)

/** A device that stays connected, and the number of its open alerts after another reading of this vape index. */
async function connected(columns: { is_active?: boolean } = {}) {
  const site = await make.site(columns)
  const device = await make.device({ site })
  const client = await connectDevice(`mqtt://127.0.0.1:${broker.port}`, device)
  const openAfter = async (vape: number) => {
    await report(client, device, vape)
    const open = db.selectFrom('alert').where('device_id', '=', device.id).where('ended_at', 'is', null)
    return (await open.select('id').execute()).length
  }
  return { site, openAfter }
}

const report = (client: MqttClient, { mac }: MadeDevice, vape: number) =>
  client.publishAsync(`eot/${mac}/readings`, JSON.stringify({ readings: { vape } }), { qos: 1 })

const soon = { timeout: 60_000 }

test('rules that change while a device stays connected apply to its readings', async () => {
  const { site, openAfter } = await connected()
  expect(await openAfter(45)).toBe(0)
  await call(
    rules.changeSite,
    { params: { id: site.id }, body: { Rules: { Vape: { RaiseLevel: 40 } } } },
    { as },
  )
  await expect.poll(() => openAfter(45), soon).toBe(1)
  await call(
    rules.changeSite,
    { params: { id: site.id }, body: { Rules: { Vape: { IsActive: false } } } },
    { as },
  )
  await expect.poll(() => openAfter(45), soon).toBe(0)
})

test('a site that becomes active raises alerts of devices that stayed connected', async () => {
  const { site, openAfter } = await connected({ is_active: false })
  expect(await openAfter(90)).toBe(0)
  await call(sites.update, { params: { id: site.id }, body: { IsActive: true } }, { as })
  await expect.poll(() => openAfter(90), soon).toBe(1)
})

test('a device stays connected while it cannot be read again after a change, which applies once it can', async () => {
  const { site, openAfter } = await connected()
  expect(await openAfter(45)).toBe(0)
  const look = vi
    .spyOn(app.ingest.intake.directory, 'findByMac')
    .mockRejectedValue(new DatabaseUnavailable('no connection is free'))
  await call(
    rules.changeSite,
    { params: { id: site.id }, body: { Rules: { Vape: { RaiseLevel: 40 } } } },
    { as },
  )
  await expect.poll(async () => [await openAfter(45), look.mock.calls.length > 1], soon).toEqual([0, true])
  look.mockRestore()
  await expect.poll(() => openAfter(45), soon).toBe(1)
})
