import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { describe, expect, test } from 'vitest'
import { lastAuditEntryOf } from '../../../test/audit-entries.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, ingest, make, root, server, signIn, signInAsRoot } = await testApp()

const district = await make.site({ name: 'District' })
const admin = await signIn({ site: district })
const add = (ParentSite: string, Name: string) =>
  call(sites.create, { body: { Name, ParentSite } }, { as: admin }).then(({ data }) => data)
const read = (id: string) => call(sites.get, { params: { id } }, { as: admin }).then(({ data }) => data)
const change = (id: string, body: object, as = admin) => call(sites.update, { params: { id }, body }, { as })
const roles = new Map((await db.selectFrom('role').selectAll().execute()).map(({ id, name }) => [name, id]))
const roleId = (name: string) => roles.get(name) ?? ''

describe('changing a site', async () => {
  const site = await add(district.id, 'Campus')

  test('changes the fields that are sent and leaves those that are absent or null', async () => {
    const { status, data } = await change(site.Id, {
      City: 'Bremen',
      Address: null,
      Settings: { Theme: 'Dark' },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ Name: 'Campus', City: 'Bremen', Settings: { Theme: 'Dark' }, Version: 2 })
    await change(site.Id, { Settings: { Theme: null, Measurement: 'Imperial', Rules: null } })
    await change(site.Id, { Settings: { Measurement: null } })
    expect((await read(site.Id)).Settings).toEqual({ Theme: 'Dark', Measurement: 'Imperial' })
  })

  test('takes a setting back by Default, or an empty text for the dashboard, and inherits it again', async () => {
    const { Id } = await add(district.id, 'Settled')
    const before = (await read(Id)).Settings
    const own = {
      Theme: 'Dark',
      Measurement: 'Imperial',
      RatingsDefault: 'Comfort',
      DashboardDefault: 'ratings',
      Language: 'es',
      RatingStandard: 'WHO',
    }
    expect((await change(Id, { Settings: own })).data.Settings).toEqual(own)
    const none = Object.fromEntries(
      Object.keys(own).map((key) => [key, key === 'DashboardDefault' ? '' : 'Default']),
    )
    const { status, data } = await change(Id, { Settings: none })
    expect(status).toBe(200)
    expect(data.Settings).toEqual(before)
  })

  test('records each change with the values before and after', async () => {
    await change(site.Id, { Zip: '28195' })
    expect(await lastAuditEntryOf(db, site.Id)).toMatchObject({
      action: 'site.updated',
      actor_id: admin.user.id,
      details: { changes: { Zip: ['', '28195'] } },
    })
  })

  test('records the roles that require a second factor by name', async () => {
    await change(site.Id, { ForceRoleTwoFactorAuth: [{ Id: roleId('Viewer'), Value: true }] })
    const { details } = await lastAuditEntryOf(db, site.Id)
    expect(details).toEqual({ changes: { ForceRoleTwoFactorAuth: [[], ['Viewer']] } })
  })

  test('is refused if it is based on an older version', async () => {
    const { Version } = await read(site.Id)
    expect((await change(site.Id, { City: 'Kiel', Version })).status).toBe(200)
    const late = await change(site.Id, { City: 'Jena', Version })
    expect(problemOf(late)).toMatchObject({
      status: 409,
      ErrorCode: 'edit_conflict',
      Conflict: { Current: { City: 'Kiel' }, ChangedBy: { Id: admin.user.id } },
    })
  })

  test("is possible for the caller's own site and those below, with the same error for foreign and missing sites", async () => {
    expect((await change(district.id, { City: 'Ulm' })).status).toBe(200)
    const foreign = await change((await make.site()).id, { City: 'Ulm' })
    const missing = await change('01900000-0000-7000-8000-00000000ffff', { City: 'Ulm' })
    expect(foreign).toMatchObject({ status: 404, text: missing.text })
    const manager = await signIn({ site: district, role: 'Site Manager' })
    expect((await change(site.Id, { City: 'Ulm' }, manager)).status).toBe(403)
  })

  test('of the subscription type is reserved for system administrators', async () => {
    expect((await change(site.Id, { SubscriptionType: 'Yearly' })).status).toBe(403)
    const { data } = await change(
      site.Id,
      { SubscriptionType: 'Yearly' },
      { ...admin, ...(await signInAsRoot()) },
    )
    expect(data.SubscriptionType).toBe('Yearly')
    expect((await change(site.Id, { Inherit: ['SubscriptionType'] })).status).toBe(403)
    // A form sends all inherited fields, and one that has the value in effect changes nothing.
    expect((await change(site.Id, { SubscriptionType: 'Yearly', City: 'Bonn' })).status).toBe(200)
    const other = await add(district.id, 'Inherits its subscription')
    const root = { ...admin, ...(await signInAsRoot()) }
    await change(other.Id, { Inherit: ['SubscriptionType'] }, root)
    expect((await change(other.Id, { Inherit: ['SubscriptionType'], City: 'Bonn' })).status).toBe(200)
  })

  test('refuses invalid alert rules, and announces valid ones', async () => {
    const wrong = { Temperature: { RaiseLevel: 99_999, ClearLevel: 100_000 } }
    const refused = await change(site.Id, { Settings: { Rules: wrong } })
    expect(problemOf(refused).Errors?.[0]?.Path).toBe('Settings.Rules.Temperature.RaiseLevel')
    const right = { Temperature: { RaiseLevel: 30, ClearLevel: 28 } }
    expect((await change(site.Id, { Settings: { Rules: right } })).data.Settings.Rules).toEqual(right)
    const announced = db.selectFrom('event').where('kind', '=', 'RulesChanged').selectAll()
    expect((await announced.execute()).filter(({ site_path }) => site_path.includes(site.Id))).toHaveLength(1)
  })

  test('to a name that is used beside it is refused', async () => {
    await add(district.id, 'Taken')
    expect(problemOf(await change(site.Id, { Name: 'TAKEN' })).ErrorCode).toBe('site_name_taken')
  })
})

describe('a new site', async () => {
  const body = { Name: 'Annex', ParentSite: district.id }

  test('has the default subscription or that of its parent, unless a system administrator chooses another', async () => {
    const yearly = { body: { ...body, SubscriptionType: 'Yearly' } }
    expect((await call(sites.create, yearly, { as: admin })).status).toBe(403)
    const { data } = await call(sites.create, yearly, { as: await signInAsRoot() })
    expect(data.SubscriptionType).toBe('Yearly')
    const below = { body: { Name: 'Room', ParentSite: data.Id, SubscriptionType: 'Yearly' } }
    expect((await call(sites.create, below, { as: admin })).status).toBe(201)
  })

  test('is refused with invalid alert rules', async () => {
    const Rules = { Temperature: { RaiseLevel: 99_999, ClearLevel: 100_000 } }
    const answer = await call(
      sites.create,
      { body: { ...body, Name: 'Wing', Settings: { Rules } } },
      { as: admin },
    )
    expect(problemOf(answer).Errors?.[0]?.Path).toBe('Settings.Rules.Temperature.RaiseLevel')
  })
})

describe('an inherited value', async () => {
  const campus = await add(district.id, 'Inheriting')
  const school = await add(campus.Id, 'School')
  const hall = await add(school.Id, 'Hall')

  test('comes from the nearest site above that sets one, and names it', async () => {
    await change(campus.Id, { TimeZone: 'America/Denver', Settings: { Theme: 'Dark' }, TenantId: 'contoso' })
    const seen = await read(hall.Id)
    expect(seen).toMatchObject({
      TimeZone: 'America/Denver',
      Settings: { Theme: 'Dark' },
      TenantId: 'contoso',
    })
    const source = { Id: campus.Id, Name: 'Inheriting' }
    expect(seen.Sources).toMatchObject({ TimeZone: source, 'Settings.Theme': source, TenantId: source })
  })

  test('can be replaced and inherited again', async () => {
    const own = await change(school.Id, { TimeZone: 'Asia/Tokyo' })
    expect(own.data.Sources?.TimeZone).toEqual({ Id: school.Id, Name: 'School' })
    expect((await read(hall.Id)).TimeZone).toBe('Asia/Tokyo')
    const back = await change(school.Id, { Inherit: ['TimeZone'] })
    expect(back.data.Sources?.TimeZone).toMatchObject({ Id: campus.Id })
    expect((await read(hall.Id)).TimeZone).toBe('America/Denver')
  })

  test('stays inherited when a site is sent back unchanged', async () => {
    const seen = await read(hall.Id)
    const { TimeZone, TenantId, OrganizationType, Settings, ForceRoleTwoFactorAuth, Version } = seen
    const body = { TimeZone, TenantId, OrganizationType, Settings, ForceRoleTwoFactorAuth, Version }
    expect((await change(hall.Id, body)).data).toEqual(seen)
  })

  test("of a site above the caller's own has no name", async () => {
    const principal = await signIn({ site: { ...district, id: hall.Id } })
    const { data } = await call(sites.get, { params: { id: hall.Id } }, { as: principal })
    expect(data.Sources).toMatchObject({ TimeZone: null, TenantId: null })
    expect(data.TimeZone).toBe('America/Denver')
  })

  test('of two-factor can be extended below but not reduced', async () => {
    const named = (Name: string) => ({ Id: roleId(Name), Name })
    const manager = { Id: roleId('Site Manager'), Value: true }
    const viewer = { Id: roleId('Viewer'), Value: true }
    await change(campus.Id, { ForceRoleTwoFactorAuth: [manager] })
    const more = await change(school.Id, { ForceRoleTwoFactorAuth: [manager, viewer] })
    expect(more.data.TwoFactorRoles?.filter(({ IsRequired }) => IsRequired)).toEqual([
      { ...named('Site Manager'), IsRequired: true, Source: { Id: campus.Id, Name: 'Inheriting' } },
      { ...named('Viewer'), IsRequired: true, Source: { Id: school.Id, Name: 'School' } },
    ])
    const less = await change(school.Id, { ForceRoleTwoFactorAuth: [{ ...manager, Value: false }] })
    expect(problemOf(less).Errors).toMatchObject([{ Path: 'ForceRoleTwoFactorAuth' }])
    const back = await change(school.Id, { Inherit: ['ForceRoleTwoFactorAuth'] })
    expect(back.data.ForceRoleTwoFactorAuth).toEqual([manager])
  })
})

test('deactivating a site ends the open alerts below it, and no reading raises one until it is active again', async () => {
  const campus = await add(district.id, 'Closing')
  const school = await add(campus.Id, 'Closed')
  const device = await make.device({ site: { ...district, id: school.Id } })
  let at = Date.now() - 60_000
  const vape = () => {
    at += 1000
    return sendSamples(ingest, device.mac, [{ at, readings: { vape: 80 } }])
  }
  const open = async () => {
    const query = { SiteId: campus.Id, deviceId: [device.id] }
    const { data } = await call(alerts.list, { query }, { as: admin })
    return data.Items?.filter(({ EndAt }) => EndAt === null).length
  }
  await vape()
  expect(await open()).toBe(1)
  const seen = await call(
    sites.consequences,
    { query: { Action: 'Deactivate', SiteIds: [campus.Id] } },
    { as: admin },
  )
  expect(seen.data).toMatchObject({ Sites: 2, Devices: 1, OpenAlerts: 1, Below: [{ Name: 'Closed' }] })
  expect((await change(campus.Id, { IsActive: false })).data.IsActive).toBe(false)
  expect(await open()).toBe(0)
  await vape()
  expect(await open()).toBe(0)
  await change(campus.Id, { IsActive: true })
  // The device writer is notified of the change.
  await expect.poll(() => vape().then(open)).toBe(1)
})

test('the gateway tokens of a deactivated site and of those below it are refused', async () => {
  const campus = await add(district.id, 'Silent')
  const school = await add(campus.Id, 'Silent school')
  const { data } = await call(
    sites.createGatewayToken,
    { params: { id: school.Id }, body: {} },
    { as: admin },
  )
  const report = async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/ingest/bulk',
      headers: { authorization: `Bearer ${data.Token}`, 'content-type': 'application/x-ndjson' },
      payload: '',
    })
    return answer.statusCode
  }
  expect(await report()).not.toBe(401)
  await change(campus.Id, { IsActive: false })
  expect(await report()).toBe(401)
})

test('nobody moves or deactivates their own site', async () => {
  const sibling = await add(district.id, 'Beside')
  for (const body of [{ IsActive: false }, { ParentSite: sibling.Id }])
    expect(problemOf(await change(district.id, body)).ErrorCode).toBe('own_site')
  const asRoot = { ...admin, ...(await signInAsRoot()) }
  expect(problemOf(await change(root.id, { IsActive: false }, asRoot)).ErrorCode).toBe('own_site')
})
