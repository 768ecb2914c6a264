import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { closed, connectDevice, testBroker } from '../../../test/test-broker.ts'

const app = await testApp()
const { call, db, ingest, make, signIn, signInAsRoot } = app
const broker = await testBroker(app)
const url = `mqtt://127.0.0.1:${broker.port}`
const vape = { readings: { vape: 80 } }

async function school() {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site, name: 'Lab' })
  const remove = () => call(devices.remove, { params: { id: device.id } }, { as })
  const release = (body = {}) => call(devices.release, { params: { id: device.id }, body }, { as })
  return { site, as, device, remove, release }
}

const readingsOf = (no: number) =>
  app.pool.query('select 1 from reading where device_no = $1', [no]).then(({ rowCount }) => rowCount)

describe('deleting a device', () => {
  test('ends its open alerts and keeps its readings and alerts', async () => {
    const { as, device, remove } = await school()
    await sendSamples(ingest, device.mac, [vape])
    expect((await remove()).status).toBe(204)
    expect((await call(devices.get, { params: { id: device.id } }, { as })).status).toBe(404)
    const { data } = await call(alerts.list, {}, { as })
    expect(data.Items).toMatchObject([{ Device: { Name: 'Lab' }, EndReason: 'DeviceDeleted' }])
    expect(await readingsOf(device.no)).toBe(1)
  })

  test('keeps its compact readings, too', async () => {
    const { device, remove } = await school()
    const daysAgo = (days: number) => Date.now() - days * 86_400_000
    await sendSamples(ingest, device.mac, [
      { at: daysAgo(6), readings: { noise: 40 } },
      { at: daysAgo(3), readings: { noise: 41 } },
    ])
    await compactAll(db, new Date())
    expect(await readingsOf(device.no)).toBe(1)
    await remove()
    await compactAll(db, new Date(daysAgo(-3)))
    const { rows } = await app.pool.query(
      'select noise from every_reading where device_no = $1 order by at',
      [device.no],
    )
    expect(rows).toEqual([{ noise: 40 }, { noise: 41 }])
  })

  test('removes it from its groups and frees its address for a new device with an empty history', async () => {
    const { site, as, device, remove } = await school()
    const group = { id: '01900000-0000-7000-8000-0000000000aa', site_id: site.id, name: 'Labs' }
    await db.insertInto('device_group').values(group).execute()
    await db
      .insertInto('device_group_device')
      .values({ device_group_id: group.id, device_id: device.id })
      .execute()
    await remove()
    expect(await db.selectFrom('device_group_device').selectAll().execute()).toEqual([])
    const { status, data } = await call(devices.create, { body: { Name: 'New', Mac: device.mac } }, { as })
    expect(status).toBe(201)
    const shown = await call(devices.status, { params: { id: data.Id } }, { as })
    expect(shown.data).toMatchObject({ LatestAt: null, Latest: {} })
  })

  test('closes its connection, and readings in flight fail instead of being stored without an owner', async () => {
    const { device, remove } = await school()
    const client = await connectDevice(url, device)
    const ended = closed(client)
    await sendSamples(ingest, device.mac, [vape])
    const entry = await ingest.intake.directory.findByMac(device.mac)
    await remove()
    await ended
    const directory = { ...ingest.intake.directory, findByMac: async () => entry }
    const late = (value: number) =>
      sendSamples({ ...ingest, intake: { ...ingest.intake, directory } }, device.mac, [
        { readings: { vape: value } },
      ])
    await expect(late(81)).rejects.toMatchObject({ code: 'invalid_device_key' })
    await expect(late(82)).rejects.toMatchObject({ code: 'invalid_device_key' })
  })

  test('is recorded in the audit log with the content that was deleted', async () => {
    const { site, as, device, remove } = await school()
    await remove()
    const rows = await auditEntriesOf(db, device.id)
    expect(rows).toMatchObject([
      {
        action: 'device.deleted',
        actor_id: as.user.id,
        site_id: site.id,
        details: { changes: { Name: ['Lab', null], Mac: [device.mac, null] } },
      },
    ])
  })

  test("requires an administrator and a device at one of the caller's sites", async () => {
    const { site, device } = await school()
    const manager = await signIn({ site, role: 'Site Manager' })
    const refused = await call(devices.remove, { params: { id: device.id } }, { as: manager })
    expect(problemOf(refused).ErrorCode).toBe('not_permitted')
    const foreign = await call(devices.remove, { params: { id: device.id } }, { as: await signIn() })
    expect(problemOf(foreign).ErrorCode).toBe('device_not_found')
  })
})

describe('releasing a device', () => {
  test('puts it into the inventory without its name, key and history, which stay with the site', async () => {
    const { as, device, release } = await school()
    await sendSamples(ingest, device.mac, [vape])
    expect((await release()).status).toBe(204)
    const system = await signInAsRoot()
    const { data } = await call(devices.list, { query: { search: device.mac } }, { as: system })
    expect(data.Items).toMatchObject([{ Name: device.mac, Site: null, Mac: device.mac, LastSeenAt: null }])
    expect(data.Items?.[0]?.Id).not.toBe(device.id)
    await expect(connectDevice(url, device)).rejects.toThrow('Not authorized')
    const past = await call(alerts.list, {}, { as })
    expect(past.data.Items).toMatchObject([{ Device: { Id: device.id, Name: 'Lab' }, EndReason: 'Moved' }])
  })

  test('brings neither the name nor the settings that its former owner gave it to the next one', async () => {
    const { as, device, release } = await school()
    const body = { Name: 'Office Ms. Lee', Settings: { ReportInterval: 45 } }
    expect((await call(devices.update, { params: { id: device.id }, body }, { as })).status).toBe(200)
    await release()
    const next = await signIn()
    const claimed = await call(devices.claim, { body: { MacAddress: device.mac } }, { as: next })
    expect(claimed.data).toMatchObject({ Name: device.mac, Settings: {} })
    const { text } = await call(audit.list, {}, { as: next })
    expect(text).toContain('device.claimed')
    expect(text).not.toContain('Lee')
  })

  test('is refused if it is already in the inventory', async () => {
    const device = await make.device({ site: null })
    const as = await signInAsRoot()
    const answer = await call(devices.release, { params: { id: device.id }, body: {} }, { as })
    expect(problemOf(answer).ErrorCode).toBe('device_not_claimed')
  })

  test('lets another site claim it, and only with its claim code if it has one', async () => {
    const code = 'K7-22-QP'
    const system = await signInAsRoot()
    const made = await call(
      devices.create,
      { body: { Name: 'Spare', Mac: '02:00:00:00:66:01', SiteId: null, ClaimCode: code } },
      { as: system },
    )
    const [first, second] = [await signIn(), await signIn()]
    const claim = (as: typeof first, ClaimCode?: string) =>
      call(devices.claim, { body: { MacAddress: made.data.Mac, ClaimCode, Name: 'Hall' } }, { as })
    expect(problemOf(await claim(first)).ErrorCode).toBe('device_not_available')
    const claimed = await claim(first, code)
    expect(claimed.data).toMatchObject({ Name: 'Hall', Site: { Id: first.user.site.id } })
    expect(problemOf(await claim(second, code)).ErrorCode).toBe('device_not_available')
    await call(devices.release, { params: { id: claimed.data.Id }, body: {} }, { as: first })
    expect((await claim(second, code)).data.Site).toMatchObject({ Id: second.user.site.id })
  })
})
