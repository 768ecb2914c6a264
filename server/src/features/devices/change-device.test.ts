import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf, lastAuditEntryOf } from '../../../test/audit-entries.ts'
import type { MadeDevice } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, signIn, signInAsRoot } = await testApp()

async function district() {
  const top = await make.site()
  const [east, west] = [
    await make.site({ parent: top, name: 'East' }),
    await make.site({ parent: top, name: 'West' }),
  ]
  const as = await signIn({ site: top })
  const change = (device: MadeDevice, body: object) =>
    call(devices.update, { params: { id: device.id }, body }, { as })
  return { top, east, west, as, change }
}

const vape = { readings: { vape: 80 } }
const alertsOf = (device: MadeDevice) =>
  db.selectFrom('alert').where('device_id', '=', device.id).selectAll().orderBy('id').execute()

describe('changing a device', () => {
  test('stores the given fields, leaves absent and null ones as they are, and records both values', async () => {
    const { east, change, as } = await district()
    const device = await make.device({ site: east, name: 'Lab', settings: '{"ReportInterval":30}' })
    const { status, data } = await change(device, {
      Name: 'Laboratory',
      SiteId: null,
      Model: null,
      Expiration: '2030-01-01T00:00:00.000Z',
      Settings: { ReportInterval: null },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      Name: 'Laboratory',
      Site: { Id: east.id },
      Model: { Name: 'EoT Sense 17' },
      IsActive: true,
      RMA: false,
      Expiration: '2030-01-01T00:00:00.000Z',
      Settings: { ReportInterval: 30 },
      Version: 2,
    })
    expect((await call(devices.get, { params: { id: device.id } }, { as })).data).toEqual(data)
    expect(await lastAuditEntryOf(db, device.id)).toMatchObject({
      action: 'device.changed',
      actor_id: as.user.id,
      site_id: east.id,
      details: {
        changes: { Name: ['Lab', 'Laboratory'], Expiration: [null, '2030-01-01T00:00:00.000Z'] },
      },
    })
  })

  test('removes an interval with 0 and an expiration with an empty text', async () => {
    const { east, change } = await district()
    const device = await make.device({
      site: east,
      settings: '{"ReportInterval":30}',
      expires_at: new Date('2030-01-01T00:00:00Z'),
    })
    const { data } = await change(device, { Expiration: '', Settings: { ReportInterval: 0 } })
    expect(data).toMatchObject({ Expiration: null, Settings: {} })
  })

  test('to the current values keeps its version and leaves no trace', async () => {
    const { east, change } = await district()
    const device = await make.device({ site: east, name: 'Lab' })
    const { data } = await change(device, { Name: 'Lab', SiteId: east.id, Expiration: '', Settings: {} })
    expect(data.Version).toBe(1)
    expect(await auditEntriesOf(db, device.id)).toEqual([])
  })

  test('based on an older version is refused with the current record and its last editor', async () => {
    const { east, change, as } = await district()
    const device = await make.device({ site: east })
    const first = await change(device, { Name: 'First', Version: 1 })
    const second = await change(device, { Name: 'Second', Version: 1 })
    expect(second.status).toBe(409)
    expect(problemOf(second)).toMatchObject({
      ErrorCode: 'edit_conflict',
      Conflict: { Current: first.data, ChangedBy: { Id: as.user.id } },
    })
    expect((await change(device, { Name: 'Second' })).data).toMatchObject({ Name: 'Second', Version: 3 })
  })

  test('of its rules requires the permission for thresholds, and of other fields the permission to edit devices', async () => {
    const site = await make.site()
    const device = await make.device({ site })
    const as = await signIn({ site, role: 'Site Staff' })
    const answer = await call(devices.update, { params: { id: device.id }, body: { Name: 'X' } }, { as })
    expect(problemOf(answer).ErrorCode).toBe('not_permitted')
  })

  test('names every invalid field', async () => {
    const { east, change } = await district()
    const device = await make.device({ site: east })
    const answer = await change(device, { Name: ' ', Expiration: 'soon', Settings: { ReportInterval: -1 } })
    expect(problemOf(answer).Errors?.map(({ Path }) => Path)).toEqual([
      'Name',
      'Expiration',
      'Settings.ReportInterval',
    ])
    expect(problemOf(await change(device, { Model: 'Toaster' })).ErrorCode).toBe('model_not_found')
  })

  test('of a foreign device gets the same response as for a missing one', async () => {
    const { change } = await district()
    const foreign = await make.device()
    const missing = { ...foreign, id: '01900000-0000-7000-8000-00000000dead' }
    const [one, other] = [await change(foreign, { Name: 'Mine' }), await change(missing, { Name: 'Mine' })]
    expect(one.status).toBe(404)
    expect({ ...problemOf(one), RequestId: '' }).toEqual({ ...problemOf(other), RequestId: '' })
  })
})

describe('moving a device', () => {
  test('ends its open alerts at the old site, where they stay, and the next one is raised at the new site', async () => {
    const { east, west, change } = await district()
    const device = await make.device({ site: east })
    await sendSamples(ingest, device.mac, [vape])
    const { data } = await change(device, { SiteId: west.id })
    expect(data.Site).toEqual({ Id: west.id, Name: 'West' })
    expect(await alertsOf(device)).toMatchObject([
      { site_id: east.id, end_reason: 'Moved', ended_at: expect.any(Date) },
    ])
    expect((await lastAuditEntryOf(db, device.id)).action).toBe('device.moved')
    // Sent immediately: the writer still has the device cached as it was before the move.
    await sendSamples(ingest, device.mac, [vape])
    expect(await alertsOf(device)).toMatchObject([
      { site_id: east.id },
      { site_id: west.id, site_name: 'West', ended_at: null },
    ])
  })

  test('announces the ended alerts and both lists of devices', async () => {
    const { east, west, change } = await district()
    const device = await make.device({ site: east })
    await sendSamples(ingest, device.mac, [vape])
    await change(device, { SiteId: west.id })
    const events = await db
      .selectFrom('event')
      .where('site_path', 'in', [east.path, west.path])
      .select(['kind', 'site_path'])
      .orderBy('seq')
      .execute()
    expect(events.filter(({ kind }) => kind !== 'DeviceOnline')).toEqual([
      { kind: 'AlertStarted', site_path: east.path },
      { kind: 'AlertEnded', site_path: east.path },
      { kind: 'DeviceListChanged', site_path: east.path },
      { kind: 'DeviceListChanged', site_path: west.path },
    ])
  })

  test('to a foreign site is refused', async () => {
    const { east, change } = await district()
    const device = await make.device({ site: east })
    const foreign = await make.site()
    expect(problemOf(await change(device, { SiteId: foreign.id })).ErrorCode).toBe('site_not_found')
  })

  test('shows its past alerts to the old site only', async () => {
    const { east, west, change } = await district()
    const device = await make.device({ site: east })
    await sendSamples(ingest, device.mac, [vape])
    await change(device, { SiteId: west.id })
    const total = async (site: typeof east) =>
      (await call(alerts.list, { query: { CountOnly: true } }, { as: await signIn({ site }) })).data.Total
    expect([await total(east), await total(west)]).toEqual([1, 0])
  })
})

describe.each([
  ['deactivating a device', { IsActive: false }, 'DeviceDeactivated'],
  ['marking a device as returned', { RMA: true }, 'DeviceDeactivated'],
  ['letting a device expire', { Expiration: '2020-01-01T00:00:00.000Z' }, 'DeviceExpired'],
])('%s', (_title, body, reason) => {
  test('ends its open alerts, and its readings raise no more', async () => {
    const { east, change } = await district()
    const device = await make.device({ site: east })
    await sendSamples(ingest, device.mac, [vape])
    await change(device, body)
    expect(await alertsOf(device)).toMatchObject([{ end_reason: reason }])
    await sendSamples(ingest, device.mac, [vape])
    expect(await alertsOf(device)).toHaveLength(1)
  })
})

test('changing the model ends the alerts of sensors that the new model lacks, and no others', async () => {
  const { east, change } = await district()
  const settings = '{"Rules":{"Temperature":{"RaiseHold":0}}}'
  const device = await make.device({ site: east, settings })
  await sendSamples(ingest, device.mac, [{ readings: { vape: 80, temperature: 40 } }])
  await change(device, { Model: 'EoT Climate' })
  const ends = (await alertsOf(device)).map(({ type_key, end_reason }) => [type_key, end_reason])
  expect(Object.fromEntries(ends)).toEqual({ Vape: 'RuleChanged', Temperature: null })
})

test('a device of the inventory is claimed by a system administrator with its site', async () => {
  const site = await make.site()
  const device = await make.device({ site: null })
  const as = await signInAsRoot()
  const answer = await call(devices.update, { params: { id: device.id }, body: { SiteId: site.id } }, { as })
  expect(answer.data.Site).toEqual({ Id: site.id, Name: site.name })
  expect((await lastAuditEntryOf(db, device.id)).action).toBe('device.claimed')
})

test('rules with a level that the sensor cannot reach are refused for new devices and for existing ones', async () => {
  const { as, change, east } = await district()
  const device = await make.device({ site: east })
  const Settings = { Rules: { Vape: { RaiseLevel: 101 } } }
  const body = { Name: 'Lab', Mac: 'A4CF127B0399', SiteId: east.id, Settings }
  const created = await call(devices.create, { body }, { as })
  for (const answer of [created, await change(device, { Settings })])
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      Errors: [{ Path: 'Settings.Rules.Vape.RaiseLevel', Message: 'Expected a value from 0 to 100' }],
    })
})
