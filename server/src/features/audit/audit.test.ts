import { alerts } from '@eot/contract/alerts'
import { audit, auditAreas } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import type { RoleName } from '@eot/contract/permissions'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { auditActions } from '../../access/audit-actions.ts'

const { call, make, pool, signIn, signInAsRoot } = await testApp()

const list = async (as: Awaited<ReturnType<typeof signIn>>, query: object = {}) => {
  const { status, data, text } = await call(audit.list, { query }, { as })
  expect(status, text).toBe(200)
  return data
}
const actions = (items: { Action: string }[] | undefined) => items?.map(({ Action }) => Action)

/** Creates a district and two schools below it, with an administrator each. */
async function district() {
  const site = await make.site()
  const north = await make.site({ parent: site, name: 'North' })
  const south = await make.site({ parent: site, name: 'South' })
  return {
    site,
    north,
    south,
    carla: await signIn({ site, role: 'Site Administrator', full_name: 'Carla' }),
    nora: await signIn({ site: north, role: 'Site Administrator', full_name: 'Nora' }),
    sam: await signIn({ site: south, role: 'Site Administrator', full_name: 'Sam' }),
  }
}

describe('the history of a site', async () => {
  const { site, north, carla, nora, sam } = await district()
  const room = (await call(sites.create, { body: { Name: 'Room 1', TimeZone: 'UTC' } }, { as: nora })).data
  await call(
    users.update,
    { params: { id: carla.user.id }, body: { Settings: { Theme: 'Dark' } } },
    { as: carla },
  )

  test('an entry shows who did what to which record where, from which address, with values before and after', async () => {
    expect((await list(carla, { action: 'user.settings_changed' })).Items).toEqual([
      {
        Id: expect.any(String),
        At: expect.any(String),
        Actor: { Id: carla.user.id, Name: 'Carla' },
        Action: 'user.settings_changed',
        Subject: { Id: carla.user.id, Name: 'Carla' },
        Site: { Id: site.id, Name: site.name },
        Changes: { Theme: [null, 'Dark'] },
        Details: {},
        Address: '127.0.0.1',
      },
    ])
  })

  test('lists the entries of a site and its sub-sites, and never those above or beside it', async () => {
    expect(actions((await list(carla, { action: 'site' })).Items)).toEqual(['site.created'])
    expect(actions((await list(nora)).Items)).toEqual(['site.created', 'session.started'])
    expect(actions((await list(sam)).Items)).toEqual(['session.started'])
    expect(actions((await list(carla, { IncludeSubSites: false })).Items)).toEqual([
      'user.settings_changed',
      'session.started',
    ])
  })

  test('a foreign site is not found', async () => {
    const answer = await call(audit.list, { query: { SiteId: north.id } }, { as: sam })
    expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'site_not_found' })
  })

  test('filters by subject, by person, by area or action, and by text', async () => {
    const found = async (query: object) => actions((await list(carla, query)).Items)
    expect(await found({ subject: room.Id })).toEqual(['site.created'])
    expect(await found({ actor: nora.user.id })).toEqual(['site.created', 'session.started'])
    expect(await found({ action: ['site', 'user.settings_changed'] })).toEqual([
      'user.settings_changed',
      'site.created',
    ])
    expect(await found({ search: 'NORA', action: 'session' })).toEqual(['session.started'])
    expect(await found({ action: 'site', order: 'asc' })).toEqual(['site.created'])
  })

  test('a time range includes its start and excludes its end', async () => {
    const at = Date.parse((await list(carla, { subject: room.Id })).Items?.[0]?.At ?? '')
    const count = async (startTime: number, endTime: number) =>
      (await list(carla, { subject: room.Id, startTime, endTime, CountOnly: true })).Total
    expect(await count(at, at + 1)).toBe(1)
    expect(await count(at - 1000, at)).toBe(0)
  })

  test('each entry is listed once across the pages', async () => {
    const { Total } = await list(carla, { CountOnly: true })
    const ids = new Set<string>()
    for (let Page = 0; Page < Total; Page++)
      for (const { Id } of (await list(carla, { Page, PageSize: 1 })).Items ?? []) ids.add(Id)
    expect(ids.size).toBe(Total)
  })
})

test.each<RoleName>(['Viewer', 'Site Staff', 'Site Manager'])(
  'a %s cannot read the history',
  async (role) => {
    const answer = await call(audit.list, {}, { as: await signIn({ role }) })
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'not_permitted' })
  },
)

describe('a device that moved to another site', async () => {
  const { north, south, nora, sam } = await district()
  const { data: device } = await call(
    devices.create,
    { body: { Name: 'Gym', Mac: '02:00:00:00:77:01' } },
    { as: nora },
  )
  beforeAll(async () => {
    await pool.query("update device set site_id = $1, name = 'Vault' where id = $2", [south.id, device.Id])
  })

  test('leaves its history at its former site, without its current name', async () => {
    const { Items } = await list(nora, { subject: device.Id })
    expect(Items).toMatchObject([{ Site: { Id: north.id }, Subject: { Id: device.Id, Name: null } }])
    expect((await list(sam, { subject: device.Id })).Items).toEqual([])
  })
})

test('entries without a site are listed for system administrators only', async () => {
  await pool.query("insert into audit_entry (action) values ('attempt.limited')")
  const root = await signInAsRoot()
  const { data } = await call(audit.list, { query: { action: 'attempt.limited' } }, { as: root })
  expect(data.Items).toMatchObject([{ Site: null, Actor: null, Address: null }])
  const other = await signIn({ role: 'Site Administrator' })
  expect((await list(other, { action: 'attempt.limited' })).Items).toEqual([])
})

test('a review of an alert is recorded with the fields that changed', async () => {
  const { north, nora } = await district()
  const device = await make.device({ site: north })
  const alert = await make.alert({ device })
  await call(
    alerts.update,
    { params: { id: alert.id }, body: { Confirmed: true, Comment: 'seen' } },
    { as: nora },
  )
  expect((await list(nora, { subject: alert.id })).Items).toMatchObject([
    { Action: 'alert.confirmed', Changes: { Confirmed: [false, true], Comment: [null, 'seen'] } },
  ])
})

test('an action that cannot exist is rejected', async () => {
  const answer = await call(audit.list, { query: { action: 'device.%' } }, { as: await signIn() })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: 'action.0' }] })
})

test('the areas to filter by are those of all actions', () => {
  const areas = Object.keys(auditActions).map((action) => action.replace(/\..*/, ''))
  expect([...new Set(areas)].toSorted()).toEqual([...auditAreas].toSorted())
})

describe('a person who gets another name', async () => {
  const { north, nora } = await district()
  const { id } = await make.site({ parent: north, name: 'Room' })
  const change = async (body: object) => {
    const { status, text } = await call(sites.update, { params: { id }, body }, { as: nora })
    expect(status, text).toBe(200)
  }
  const params = { id: nora.user.id }
  await change({ City: 'Boulder' })
  await call(users.update, { params, body: { FullName: 'Dana Whitfield' } }, { as: nora })
  await change({ City: 'Denver' })

  test('keeps their former name in entries of that time, including the entry of the renaming', async () => {
    const { Items } = await list(nora, { actor: nora.user.id, order: 'asc' })
    expect(Items?.map(({ Action, Actor }) => [Action, Actor])).toEqual([
      ['session.started', { Id: nora.user.id, Name: 'Nora' }],
      ['site.updated', { Id: nora.user.id, Name: 'Nora' }],
      ['user.changed', { Id: nora.user.id, Name: 'Nora' }],
      ['site.updated', { Id: nora.user.id, Name: 'Dana Whitfield' }],
    ])
  })

  test('is found by the name of that time', async () => {
    expect(actions((await list(nora, { search: 'nora', action: 'site' })).Items)).toEqual(['site.updated'])
    expect(actions((await list(nora, { search: 'whitfield', action: 'site' })).Items)).toEqual([
      'site.updated',
    ])
  })

  test('appears in a conflict under the name they had when they saved', async () => {
    const { Version } = (await call(sites.get, { params: { id } }, { as: nora })).data
    await call(users.update, { params, body: { FullName: 'Someone Else' } }, { as: nora })
    const body = { City: 'Aspen', Version: (Version ?? 0) - 1 }
    const answer = await call(sites.update, { params: { id }, body }, { as: nora })
    expect(problemOf(answer)).toMatchObject({
      ErrorCode: 'edit_conflict',
      Conflict: { ChangedBy: { Id: nora.user.id, FullName: 'Dana Whitfield' } },
    })
  })
})

test('the search finds changed records by their past or current name, and deleted ones', async () => {
  const { north, nora, sam } = await district()
  const room = await make.site({ parent: north, name: 'Chemistry' })
  const device = await make.device({ site: room, name: 'Fume hood' })
  const params = { id: device.id }
  await call(devices.update, { params, body: { Name: 'Extractor' } }, { as: nora })
  await call(devices.update, { params, body: { IsActive: false } }, { as: nora })
  const found = async (search: string, as = nora) => actions((await list(as, { search })).Items)?.toSorted()
  expect(await found('fume')).toEqual(['device.changed'])
  expect(await found('EXTRACT')).toEqual(['device.changed', 'device.changed'])
  await call(devices.remove, { params }, { as: nora })
  expect(await found('extractor')).toEqual(['device.changed', 'device.changed', 'device.deleted'])
  expect(await found('chemist')).toEqual(['device.changed', 'device.changed', 'device.deleted'])
  expect(await found('extractor', sam)).toEqual([])
})

test('entries of creations and deletions name what was created or deleted', async () => {
  const { north, nora } = await district()
  const { data: site } = await call(
    sites.create,
    { body: { Name: 'Annex', City: 'Boulder', TimeZone: 'America/Denver' } },
    { as: nora },
  )
  const body = { Name: 'Lab', Mac: 'A4:CF:12:7B:99:01', SiteId: site.Id }
  const { data: made, status, text } = await call(devices.create, { body }, { as: nora })
  expect(status, text).toBe(201)
  await call(devices.remove, { params: { id: made.Id } }, { as: nora })
  const changesOf = async (subject: string) =>
    (await list(nora, { subject, order: 'asc' })).Items?.map(({ Action, Changes }) => [Action, Changes])
  expect(await changesOf(site.Id)).toMatchObject([
    [
      'site.created',
      {
        Name: [null, 'Annex'],
        City: [null, 'Boulder'],
        TimeZone: [null, 'America/Denver'],
        ParentSite: [null, { Id: north.id }],
      },
    ],
  ])
  const content = {
    Name: 'Lab',
    Mac: 'A4:CF:12:7B:99:01',
    Site: { Id: site.Id, Name: 'Annex' },
    Model: 'EoT Sense 17',
    IsActive: true,
    RMA: false,
  }
  const as = (of: (value: unknown) => [unknown, unknown]) =>
    Object.fromEntries(Object.entries(content).map(([name, value]) => [name, of(value)]))
  expect(await changesOf(made.Id)).toEqual([
    ['device.created', as((value) => [null, value])],
    ['device.deleted', as((value) => [value, null])],
  ])
})
