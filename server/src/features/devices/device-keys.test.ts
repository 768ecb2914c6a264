import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import { ingest } from '@eot/contract/ingest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import type { MadeDevice } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { closed, connectDevice, testBroker } from '../../../test/test-broker.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLog } from '../../platform/log.ts'
import { startIngest } from '../ingest/index.ts'

const app = await testApp()
const { call, db, make, root } = app
const broker = await testBroker(app)
const url = `mqtt://127.0.0.1:${broker.port}`
const site = await make.site()
const manager = await app.signIn({ site, role: 'Site Manager' })
const asRoot = await app.signInAsRoot()

async function report({ mac, key }: Pick<MadeDevice, 'mac' | 'key'>): Promise<number> {
  const { statusCode } = await app.server.inject({
    method: ingest.readings.method,
    url: `/api${ingest.readings.path}`,
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${mac}:${key}`)}` },
    payload: '{"readings":{"noise":41}}',
  })
  return statusCode
}

const replace = (device: MadeDevice, OverlapSeconds?: number) =>
  call(devices.replaceKey, { params: { id: device.id }, body: { OverlapSeconds } }, { as: manager })
const revoke = (device: MadeDevice) => call(devices.revokeKey, { params: { id: device.id } }, { as: manager })

describe('a new key', () => {
  test('is valid at once, and the previous one stays valid for the requested overlap', async () => {
    const device = await make.device({ site })
    const { status, data } = await replace(device, 3600)
    expect(status).toBe(201)
    await expect.poll(() => report({ ...device, key: data.DeviceKey })).toBe(202)
    expect(await report(device)).toBe(202)
    app.advance(3_601_000)
    onTestFinished(() => app.advance(-3_601_000))
    expect(await report(device)).toBe(401)
    expect(await report({ ...device, key: data.DeviceKey })).toBe(202)
  })

  test('without an overlap revokes the previous one, over HTTP and MQTT', async () => {
    const device = await make.device({ site })
    const { data } = await replace(device, 0)
    expect(data.FormerKeyUntil).toBeNull()
    await expect.poll(() => report(device)).toBe(401)
    await expect(connectDevice(url, device)).rejects.toThrow('Not authorized')
    expect((await connectDevice(url, { ...device, key: data.DeviceKey })).connected).toBe(true)
  })

  test('does not shorten the validity of keys replaced before it', async () => {
    const device = await make.device({ site })
    await replace(device, 86_400)
    const { data: second } = await replace(device, 3600)
    const { data: third } = await replace(device, 60)
    const keys = [device.key, second.DeviceKey, third.DeviceKey]
    await expect.poll(() => report({ ...device, key: third.DeviceKey })).toBe(202)
    const statuses = () => Promise.all(keys.map((key) => report({ ...device, key })))
    expect(await statuses()).toEqual([202, 202, 202])
    const { data } = await call(
      devices.get,
      { params: { id: device.id }, query: { details: true } },
      { as: manager },
    )
    expect(data.Details?.FormerKeysUntil).toHaveLength(3)
    app.advance(3_601_000)
    onTestFinished(() => app.advance(-3_601_000))
    expect(await report(device)).toBe(202)
  })

  test('without an overlap ends all keys replaced before it, and so does a revocation', async () => {
    const device = await make.device({ site })
    await replace(device, 86_400)
    await replace(device, 0)
    await expect.poll(() => report(device)).toBe(401)
    const other = await make.device({ site })
    await replace(other, 86_400)
    await replace(other, 86_400)
    await revoke(other)
    await expect.poll(() => report(other)).toBe(401)
  })

  test('is refused while ten former keys are still valid, unless it ends them', async () => {
    const device = await make.device({ site })
    for (let count = 0; count < 10; count++) await replace(device)
    expect(problemOf(await replace(device)).Errors).toEqual([
      { Path: 'OverlapSeconds', Message: '10 former keys are still valid. 0 ends them' },
    ])
    expect((await replace(device, 0)).status).toBe(201)
  })

  test('closes a connection that uses the previous key when the overlap ends, not before', async () => {
    const device = await make.device({ site })
    const client = await connectDevice(url, device)
    await replace(device, 3600)
    await client.publishAsync(`eot/${device.mac}/readings`, '{"readings":{"noise":41}}', { qos: 1 })
    const ended = closed(client)
    app.advance(3_601_000)
    onTestFinished(() => app.advance(-3_601_000))
    await ended
  })

  test('is stored only as a hash, and issuing it is recorded in the audit log', async () => {
    const device = await make.device({ site })
    const { data } = await replace(device)
    const { rows } = await app.pool.query('select to_jsonb(d)::text as row from device d where id = $1', [
      device.id,
    ])
    expect(rows[0].row).not.toContain(data.DeviceKey)
    const events = await auditEntriesOf(db, device.id)
    expect(events).toMatchObject([
      {
        action: 'device.key_replaced',
        actor_id: manager.user.id,
        site_id: site.id,
        details: { overlapSeconds: 86_400 },
      },
    ])
  })
})

describe('a revoked key', () => {
  test('is rejected everywhere, its connection is closed, and a new key restores access', async () => {
    const device = await make.device({ site })
    const client = await connectDevice(url, device)
    const ended = closed(client)
    expect((await revoke(device)).status).toBe(204)
    await ended
    await expect(connectDevice(url, device)).rejects.toThrow('Not authorized')
    expect(await report(device)).toBe(401)
    const { data } = await replace(device)
    expect(data.FormerKeyUntil).toBeNull()
    await expect.poll(() => report({ ...device, key: data.DeviceKey })).toBe(202)
    expect(await report(device)).toBe(401)
  })

  test('closes the connection in another process too', async () => {
    const log = createLog('silent')
    const writerPool = createPool(app.url, { max: 1, log })
    const other = startIngest({
      url: app.url,
      pool: app.pool,
      writerPool,
      log,
      now: Date.now,
      settings: { queueLimit: 100, retentionDays: 90, perSecond: 100, burst: 100 },
      onCommitted: () => undefined,
    })
    const there = await testBroker({ ingest: other })
    const device = await make.device({ site })
    const client = await connectDevice(`mqtt://127.0.0.1:${there.port}`, device)
    const ended = closed(client)
    await revoke(device)
    await ended
    await expect(connectDevice(`mqtt://127.0.0.1:${there.port}`, device)).rejects.toThrow('Not authorized')
    await other.close()
    await writerPool.end()
  })

  test('of one device does not affect the connections of others', async () => {
    const [device, other] = [await make.device({ site }), await make.device({ site })]
    const [client, stays] = [await connectDevice(url, device), await connectDevice(url, other)]
    const ended = closed(client)
    await revoke(device)
    await ended
    await stays.publishAsync(`eot/${other.mac}/readings`, '{"readings":{"noise":41}}', { qos: 1 })
    expect(stays.connected).toBe(true)
  })
})

describe('a claim code', () => {
  const inventory = (Mac: string, ClaimCode?: string) =>
    call(devices.create, { body: { Name: 'Spare', Mac, SiteId: null, ClaimCode } }, { as: asRoot })

  test('given to an inventory device is required to register a site with it', async () => {
    const { status, data } = await inventory('02:00:00:00:55:01', 'K7-22-QP')
    expect(status).toBe(201)
    const asked = await call(auth.verifyDevice, { body: { MacAddress: data.Mac } })
    expect(asked.data).toEqual({ ClaimCodeRequired: true })
    const { rows } = await app.pool.query('select to_jsonb(d)::text as row from device d where id = $1', [
      data.Id,
    ])
    expect(rows[0].row).not.toContain('K7-22-QP')
  })

  test('is rejected for a device that belongs to a site', async () => {
    const body = { Name: 'Room', Mac: '02:00:00:00:55:02', SiteId: root.id, ClaimCode: 'K7-22-QP' }
    const answer = await call(devices.create, { body }, { as: asRoot })
    expect(problemOf(answer).Errors).toEqual([
      { Path: 'ClaimCode', Message: 'Only a device in the inventory can have a claim code' },
    ])
  })

  test('cannot be bypassed: a manager who registers the address of an inventory device is rejected', async () => {
    const { data } = await inventory('02:00:00:00:55:03', 'K7-22-QP')
    const answer = await call(devices.create, { body: { Name: 'Mine', Mac: data.Mac } }, { as: manager })
    expect(answer.status).toBe(409)
    const { rows } = await app.pool.query('select site_id from device where mac = $1', [data.Mac])
    expect(rows).toEqual([{ site_id: null }])
  })
})
