import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import type { Database } from '../../database.ts'
import { hashSecretToken } from '../../platform/secret-token.ts'

const { call, db, make, root, server, signIn, signInAsRoot } = await testApp()

async function setState(
  device: MadeDevice,
  state: Partial<Insertable<Database['device_state']>>,
): Promise<void> {
  await db
    .insertInto('device_state')
    .values({ device_no: device.no, ...state })
    .execute()
}

const names = (items: { Name: string }[] | undefined) => items?.map((item) => item.Name)

describe('the devices of a site', async () => {
  const house = await make.site({ name: 'House' })
  const floor = await make.site({ parent: house, name: 'Floor' })
  const seen = await make.device({ site: floor, name: 'Lab', mac: 'AA:BB:CC:00:00:01' })
  const silent = await make.device({ site: house, name: 'attic', model: 'EoT Climate' })
  await make.device({ name: 'Foreign' })
  await setState(seen, {
    online: true,
    online_changed_at: new Date('2026-11-20T08:00:00Z'),
    last_seen_at: new Date('2026-11-20T09:00:00Z'),
    latest_at: new Date('2026-11-20T08:59:58Z'),
    temperature: 21.4,
    co: 0,
    reported_interval: 30,
    firmware: '2.1.0',
  })
  const admin = await signIn({ site: house })
  const list = async (query: object) => (await call(devices.list, { query }, { as: admin })).data

  test('are listed together with those of its sub-sites, sorted by name, and hidden from everyone else', async () => {
    const { Items, Total } = await list({})
    expect(names(Items)).toEqual(['attic', 'Lab'])
    expect(Total).toBe(2)
    expect(names((await list({ IncludeSubSites: false })).Items)).toEqual(['attic'])
    expect(names((await list({ SiteId: floor.id })).Items)).toEqual(['Lab'])
    expect(await list({ countOnly: true })).toEqual({ Total: 2 })
  })

  test('show how they connect, optionally by interface type, with the address of the last connection', async () => {
    const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
    const { id, no } = await make.device({ site: floor, name: 'Wired' })
    await db
      .insertInto('device_interface')
      .values([
        { device_no: no, type: 'Mqtt', ip: '10.0.0.7', connected_at: at('08:00') },
        { device_no: no, type: 'Http', ip: '10.0.0.8', connected_at: at('09:00') },
      ])
      .execute()
    const read = async (query: string) => {
      const { AccessToken } = admin
      const answer = await server.inject({
        url: `/api/devices/${id}?${query}`,
        headers: { authorization: `Bearer ${AccessToken}` },
      })
      return answer.json()
    }
    const mqtt = { Type: 'Mqtt', Ip: '10.0.0.7', ConnectedAt: '2026-11-20T08:00:00.000Z' }
    const http = { Type: 'Http', Ip: '10.0.0.8', ConnectedAt: '2026-11-20T09:00:00.000Z' }
    expect(await read('')).toMatchObject({ Ip: '10.0.0.8', Interfaces: [http, mqtt] })
    expect(await read('InterfaceTypes=Mqtt')).toMatchObject({ Ip: '10.0.0.8', Interfaces: [mqtt] })
    expect((await read('InterfaceTypes=Mqtt&InterfaceTypes=Http')).Interfaces).toEqual([http, mqtt])
    expect((await read('interfaceTypes[]=Gateway')).Interfaces).toEqual([])
    expect(await read('InterfaceTypes=Pigeon')).toMatchObject({ status: 400 })
    await db.deleteFrom('device').where('id', '=', id).execute()
  })

  test('show their sensors, groups and keys if details are requested', async () => {
    const query = { details: true }
    const { data } = await call(devices.get, { params: { id: silent.id }, query }, { as: admin })
    expect(data.Details).toEqual({
      CreatedAt: expect.any(String),
      Kinds: ['temperature', 'humidity', 'light', 'motion', 'ECO2'],
      Groups: [],
      HasKey: true,
      FormerKeysUntil: [],
      HasClaimCode: false,
    })
  })

  test('are looked up by a part of their name or address', async () => {
    const lookUp = async (search?: string) =>
      (await call(devices.lookup, { query: { search } }, { as: admin })).data
    expect(await lookUp('LA')).toEqual([{ Id: seen.id, Name: 'Lab' }])
    for (const part of ['cc:00:00:01', 'cc000001', 'CC-00-00-01', 'cc00.0001', 'CC-00'])
      expect(await lookUp(part), part).toEqual([{ Id: seen.id, Name: 'Lab' }])
    expect(names(await lookUp())).toEqual(['attic', 'Lab'])
    expect((await call(devices.name, { params: { id: seen.id } }, { as: admin })).data).toEqual({
      Id: seen.id,
      Name: 'Lab',
    })
  })

  test('show their identity and their status', async () => {
    const { data } = await call(devices.get, { params: { id: seen.id } }, { as: admin })
    expect(data).toEqual({
      Id: seen.id,
      Name: 'Lab',
      Mac: 'AA:BB:CC:00:00:01',
      SiteId: floor.id,
      Site: { Id: floor.id, Name: 'Floor' },
      Model: { Id: expect.any(String), Name: 'EoT Sense 17' },
      IsActive: true,
      Settings: {},
      Status: 'ONLINE',
      LastSeenAt: '2026-11-20T09:00:00.000Z',
      Firmware: '2.1.0',
      Expiration: null,
      RMA: false,
      Unwatched: null,
      Interfaces: [],
      Ip: null,
      Version: 1,
    })
  })

  test('are found by name, address, model or site', async () => {
    for (const search of ['lab', 'cc:00:00:01', 'CC000001', 'cc-00-00', 'sense', 'floor'])
      expect(names((await list({ search })).Items), search).toEqual(['Lab'])
  })

  test('are sorted by when they were last seen, with those never seen at the far end', async () => {
    const sortBy = 'LastSeenAt'
    expect(names((await list({ sortBy, order: 'desc' })).Items)).toEqual(['Lab', 'attic'])
    expect(names((await list({ sortBy, order: 'asc' })).Items)).toEqual(['attic', 'Lab'])
  })

  test('are all listed by name for selectors', async () => {
    const { data } = await call(devices.all, {}, { as: admin })
    expect(data).toEqual([
      { Id: silent.id, Name: 'attic', Site: { Id: house.id, Name: 'House' } },
      { Id: seen.id, Name: 'Lab', Site: { Id: floor.id, Name: 'Floor' } },
    ])
  })

  test('are counted by whether they are online', async () => {
    const { data } = await call(devices.online, {}, { as: admin })
    expect(data).toMatchObject({ Online: 1, Total: 2 })
    expect(data.Items).toMatchObject([
      { Name: 'attic', Status: 'OFFLINE', LastSeenAt: null, StatusSince: null },
      { Name: 'Lab', Status: 'ONLINE', StatusSince: '2026-11-20T08:00:00.000Z' },
    ])
  })

  test('report the newest value of each kind they have ever sent', async () => {
    const { data } = await call(devices.status, { params: { id: seen.id } }, { as: admin })
    expect(data).toMatchObject({
      Latest: { temperature: 21.4, CO: 0 },
      LatestAt: '2026-11-20T08:59:58.000Z',
      ReportInterval: 30,
      TimeZone: 'Europe/Berlin',
    })
    expect(Object.keys(data.Latest)).toHaveLength(2)
    const never = await call(devices.status, { params: { id: silent.id } }, { as: admin })
    expect(never.data).toMatchObject({ Latest: {}, LatestAt: null, ReportInterval: 60 })
    expect(never.data.Kinds).toEqual(['temperature', 'humidity', 'light', 'motion', 'ECO2'])
  })

  test('are left out of the status counts once returned', async () => {
    const site = await make.site()
    await make.device({ site, name: 'Works' })
    await make.device({ site, name: 'Returned', is_returned: true })
    const as = await signIn({ site })
    const { data } = await call(devices.online, {}, { as })
    expect(data).toMatchObject({ Online: 0, Total: 1, Items: [{ Name: 'Works' }] })
    expect(names((await call(devices.all, {}, { as })).data)).toEqual(['Returned', 'Works'])
  })

  test('show their most severe flag', async () => {
    for (const [flags, status] of [
      [{ migrating: true, resetting: true, failing: true, online: true }, 'MIGRATING'],
      [{ resetting: true, failing: true }, 'RESET'],
      [{ failing: true, online: true }, 'ERROR ONLINE'],
      [{ failing: true }, 'ERROR OFFLINE'],
    ] as const) {
      const device = await make.device()
      await setState(device, flags)
      const as = await signInAsRoot()
      const { data } = await call(devices.get, { params: { id: device.id } }, { as })
      expect(data.Status).toBe(status)
    }
  })
})

test('the effective rules show whether they come from the default, the model, the site or the device', async () => {
  const company = await make.site({ settings: JSON.stringify({ Rules: { ECO2: { RaiseLevel: 1200 } } }) })
  const site = await make.site({
    parent: company,
    settings: JSON.stringify({ Rules: { ECO2: { Cooldown: 60 } } }),
  })
  const device = await make.device({
    site,
    settings: JSON.stringify({ Rules: { Noise: { IsActive: false } } }),
  })
  const { data } = await call(rules.ofDevice, { params: { id: device.id } }, { as: await signIn({ site }) })
  const rule = (type: string) => data.find(({ AlertType }) => AlertType === type)
  expect(rule('ECO2')).toMatchObject({ RaiseLevel: 1200, Cooldown: 60, Source: 'Site' })
  expect(rule('Noise')).toMatchObject({ IsActive: false, Source: 'Device' })
  expect(rule('TVOC')).toMatchObject({ IsActive: true, Source: 'System' })
})

describe('registering a device', async () => {
  const admin = await signIn()
  const create = (body: object, as: { AccessToken: string } = admin) =>
    call(devices.create, { body: body as { Name: string; Mac: string } }, { as })

  test('returns its key once and stores only its hash', async () => {
    const { status, data } = await create({ Name: 'Hall', Mac: 'a4cf127b039e' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      Mac: 'A4:CF:12:7B:03:9E',
      Site: { Id: admin.user.site.id },
      Model: { Name: 'EoT Sense 17' },
      Status: 'OFFLINE',
    })
    expect(data.DeviceKey).toMatch(/^[\w-]{43}$/)
    const row = await db.selectFrom('device').selectAll().where('id', '=', data.Id).executeTakeFirstOrThrow()
    expect(row.key_hash).toEqual(hashSecretToken(data.DeviceKey))
    const { DeviceKey, ...shown } = data
    expect((await call(devices.get, { params: { id: data.Id } }, { as: admin })).data).toMatchObject(shown)
  })

  test.each(['A4-CF-12-7B-03-01', 'a4:cf:12:7b:03:01', 'a4cf.127b.0301', 'A4 CF 12 7B 03 01'])(
    'accepts the notation %s for the MAC address',
    async (Mac) => {
      await create({ Name: 'First', Mac: 'A4CF127B0301' })
      expect(problemOf(await create({ Name: 'Again', Mac }))).toMatchObject({
        status: 409,
        ErrorCode: 'mac_taken',
      })
    },
  )

  test('accepts the model by name or id, and rejects an unknown one', async () => {
    const byName = await create({ Name: 'Air', Mac: 'A4CF127B0302', Model: 'EoT Air' })
    expect(byName.data.Model.Name).toBe('EoT Air')
    const byId = await create({ Name: 'Air', Mac: 'A4CF127B0303', Model: byName.data.Model.Id })
    expect(byId.data.Model.Name).toBe('EoT Air')
    expect(problemOf(await create({ Name: 'X', Mac: 'A4CF127B0304', Model: 'Toaster' })).ErrorCode).toBe(
      'model_not_found',
    )
  })

  test("is rejected at another organization's site", async () => {
    const foreign = (await make.site()).id
    expect(problemOf(await create({ Name: 'X', Mac: 'A4CF127B0305', SiteId: foreign })).ErrorCode).toBe(
      'site_not_found',
    )
  })

  test('into the inventory is reserved for system administrators, who alone can see it there', async () => {
    const body = { Name: 'Spare', Mac: 'A4CF127B0306', SiteId: null }
    expect(problemOf(await create(body)).ErrorCode).toBe('not_permitted')
    const system = await signInAsRoot()
    const { data } = await create(body, system)
    expect(data.Site).toBeNull()
    const find = async (as: { AccessToken: string }) =>
      names((await call(devices.list, { query: { search: 'Spare' } }, { as })).data.Items)
    expect(await find(system)).toEqual(['Spare'])
    const total = async (claimed: boolean) => {
      const query = { search: 'Spare', claimed, CountOnly: true }
      return (await call(devices.list, { query }, { as: system })).data.Total
    }
    expect([await total(true), await total(false)]).toEqual([0, 1])
    expect(await find(await signIn({ site: root, role: 'Site Administrator' }))).toEqual([])
    expect((await call(devices.status, { params: { id: data.Id } }, { as: system })).status).toBe(404)
  })

  test('accepts settings with rules, and rejects unknown rules', async () => {
    const settings = { ReportInterval: 10, Rules: { Vape: { RaiseLevel: 30 } } }
    const { data } = await create({ Name: 'Set', Mac: 'A4CF127B0307', settings })
    expect(data.Settings).toEqual(settings)
    const wrong = await create({ Name: 'Set', Mac: 'A4CF127B0308', Settings: { Rules: { Smell: {} } } })
    expect(problemOf(wrong).Errors?.[0]?.Path).toBe('Settings.Rules.Smell')
    // A level out of range could not be stored with an alert, and neither could the reading that raises it.
    const Rules = { TemperatureLow: { RaiseLevel: 1e39 } }
    const endless = await create({ Name: 'Set', Mac: 'A4CF127B0308', Settings: { Rules } })
    expect(problemOf(endless).Errors?.[0]?.Path).toBe('Settings.Rules.TemperatureLow.RaiseLevel')
  })
})

test('ending the alerts of a device without open alerts does nothing', async () => {
  const admin = await signIn()
  const device = await make.device({ site: admin.user.site })
  const answer = await call(devices.endAlerts, { params: { id: device.id } }, { as: admin })
  expect(answer).toMatchObject({ status: 200, data: { Ended: 0 } })
})
