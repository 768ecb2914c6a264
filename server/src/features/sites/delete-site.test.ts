import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { auth } from '@eot/contract/auth'
import { sites } from '@eot/contract/sites'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import { afterAll, expect, test, vi } from 'vitest'
import { connectLive, join } from '../../../test/live-client.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf } from '../../../test/test-app.ts'
import { closed, connectDevice, testBroker } from '../../../test/test-broker.ts'
import { testLive } from '../../../test/test-live.ts'
import { siteTallyQueries } from '../../access/site-tally.queries.ts'

const app = await testLive()
const { call, db, hub, ingest, make, signIn } = app
const broker = await testBroker(app)
afterAll(app.close)

const patience = { timeout: 60_000 }
const district = await make.site({ name: 'District' })
const admin = await signIn({ site: district })
const remove = (id: string, Name?: string, as = admin) =>
  call(sites.remove, { params: { id }, query: { ...(Name !== undefined && { Name }) } }, { as })

async function campus() {
  const top = await make.site({ parent: district, name: 'Campus' })
  const school = await make.site({ parent: top, name: 'Lincoln High School' })
  const device = await make.device({ site: school, name: 'Lab' })
  const user = await make.user({ site: school, role: 'Viewer' })
  return { top, school, device, user }
}

/** Creates a subscription of the district that names this site. */
async function nameElsewhere(site_id: string) {
  const { id } = await make.subscription({ site: district })
  await db.insertInto('subscription_site').values({ subscription_id: id, site_id }).execute()
}

test('an empty site is deleted', async () => {
  const { id } = await make.site({ parent: district })
  expect((await remove(id)).status).toBe(204)
  expect((await call(sites.get, { params: { id } }, { as: admin })).status).toBe(404)
})

test('a site with anything below it is refused with a list of it, until its exact name is sent', async () => {
  const { top, school } = await campus()
  await make.deviceGroup({ site: school })
  await make.userList({ site: school })
  await make.systemMessage({ site: top })
  await make.subscription({ site: school })
  await nameElsewhere(school.id)
  await make.maintenance({ site: school })
  const refused = problemOf(await remove(top.id))
  expect(refused).toMatchObject({ status: 409, ErrorCode: 'site_not_empty' })
  const kinds = [
    'SubSites',
    'Devices',
    'Users',
    'DeviceGroups',
    'UserLists',
    'SystemMessages',
    'Subscriptions',
    'NamedElsewhere',
    'MaintenanceWindows',
  ]
  expect(refused.Errors).toEqual(
    kinds.map((Path) => ({ Path, Message: '1 at the site, below it or for it' })),
  )
  expect(problemOf(await remove(top.id, 'campus')).Errors).toMatchObject([{ Path: 'Name' }])
  expect((await remove(top.id, 'Campus')).status).toBe(204)
  expect((await call(sites.get, { params: { id: school.id } }, { as: admin })).status).toBe(404)
})

test('past alerts of a deleted site stay in the lists of the sites above, and open ones end', async () => {
  const { top, device } = await campus()
  const past = await make.alert({ device })
  await sendSamples(ingest, device.mac, [{ readings: { vape: 80 } }])
  await remove(top.id, 'Campus')
  const { data } = await call(alerts.list, { query: { deviceId: [device.id] } }, { as: admin })
  expect(data.Items?.map(({ Type, EndReason }) => [Type.Key, EndReason]).toSorted()).toEqual([
    ['ECO2', null],
    ['Vape', 'DeviceDeleted'],
  ])
  expect(data.Items?.find(({ Id }) => Id === past.id)?.Site.Name).toBe('Lincoln High School')
})

test('the users of a deleted site are deleted, so that nobody can activate them with access to more sites than before', async () => {
  const { top, user } = await campus()
  const { AccessToken, RefreshToken } = await signIn(user)
  await remove(top.id, 'Campus')
  await expect.poll(async () => (await call(sites.myPath, {}, { as: { AccessToken } })).status).toBe(401)
  expect((await call(auth.refresh, { body: { RefreshToken } })).status).toBe(401)
  const activate = { params: { id: user.id }, body: { IsActive: true } }
  expect((await call(users.update, activate, { as: admin })).status).toBe(404)
  const signingIn = { body: { Email: user.email, Password: user.password } }
  expect(problemOf(await call(auth.login, signingIn)).ErrorCode).toBe('invalid_credentials')
})

test("the users of a deleted customer's site are deleted, and their email addresses can be used again", async () => {
  const system = await app.signInAsRoot()
  const customer = await make.site({ name: 'Rival District' })
  const { id, email } = await make.user({ site: customer, role: 'Site Administrator' })
  const deletion = { params: { id: customer.id }, query: { Name: customer.name } }
  expect((await call(sites.remove, deletion, { as: system })).status).toBe(204)
  expect((await call(users.get, { params: { id } }, { as: system })).status).toBe(404)
  const { data: roles } = await call(userRoles.all, {}, { as: system })
  const UserRole = roles.find(({ Name }) => Name === 'Viewer')?.Id ?? ''
  const body = { FullName: 'Ann Again', Email: email, UserRole, Site: district.id }
  expect((await call(users.create, { body }, { as: system })).status).toBe(201)
})

test('the devices of a deleted site are disconnected, and its live rooms left by users of sites above', async () => {
  const { top, school, device } = await campus()
  const socket = await connectLive(app.url, admin.AccessToken)
  expect(await join(socket, 'alerts', school.id)).toEqual({ ok: true })
  expect(await join(socket, 'readings', school.id, device.id)).toEqual({ ok: true })
  const ended = closed(await connectDevice(`mqtt://127.0.0.1:${broker.port}`, device))
  await remove(top.id, 'Campus')
  await ended
  await vi.waitFor(() => expect(hub.places()).not.toContain(school.id), patience)
  expect(hub.places()).not.toContain(device.id)
  expect(await join(socket, 'alerts', school.id)).toEqual({ ok: false, ErrorCode: 'site_not_found' })
})

test('the history names the deleted records, for administrators of the sites that were above at that time', async () => {
  const [area, other] = [await make.site({ parent: district }), await make.site({ parent: district })]
  const chief = await signIn({ site: area })
  const school = await make.site({ parent: area, name: 'Closed School' })
  const hall = await make.site({ parent: school, name: 'Hall' })
  const device = await make.device({ site: hall, name: 'Lab' })
  const user = await make.user({ site: hall, full_name: 'Ann Doe' })
  const list = await make.userList({ site: hall })
  const subscription = await make.subscription({ site: hall, name: 'Nights' })
  await call(sites.update, { params: { id: hall.id }, body: { City: 'Boulder' } }, { as: admin })
  await remove(school.id, school.name)
  const historyOf = async (as: typeof admin, subject: string) =>
    (await call(audit.list, { query: { subject } }, { as })).data.Items?.map((entry) => [
      entry.Action,
      entry.Subject?.Name,
      entry.Changes,
    ])
  const ofHall = [
    ['site.deleted', 'Hall', { Name: ['Hall', null] }],
    ['site.updated', 'Hall', { City: ['', 'Boulder'] }],
  ]
  expect(await historyOf(chief, hall.id)).toEqual(ofHall)
  expect(await historyOf(chief, device.id)).toEqual([
    ['device.deleted', 'Lab', { Name: ['Lab', null], Mac: [device.mac, null] }],
  ])
  expect(await historyOf(chief, user.id)).toEqual([
    [
      'user.deleted',
      'Ann Doe',
      { FullName: ['Ann Doe', null], Email: [user.email, null], UserRole: ['Site Administrator', null] },
    ],
  ])
  expect((await historyOf(chief, list.id))?.[0]?.[0]).toBe('user_list.deleted')
  expect(await historyOf(chief, subscription.id)).toEqual([
    ['subscription.deleted', null, { Name: ['Nights', null] }],
  ])
  expect(await historyOf(await signIn(), hall.id)).toEqual([])

  await call(sites.move, { body: { SiteIds: [area.id], ParentSite: other.id } }, { as: admin })
  expect(await historyOf(admin, hall.id)).toEqual(ofHall)
  expect(await historyOf(await signIn({ site: other }), hall.id)).toEqual([])
})

test('the emails to people of a deleted site stay in the log of its parent', async () => {
  const { top, user } = await campus()
  const { id } = await make.mail({ user })
  await remove(top.id, 'Campus')
  const mail = await db.selectFrom('message').select('site_id').where('id', '=', id).executeTakeFirst()
  expect(mail?.site_id).toBe(district.id)
})

test('nobody deletes their own site or users above their own role, and a foreign site looks missing', async () => {
  expect(problemOf(await remove(district.id, 'District')).ErrorCode).toBe('own_site')
  const { top, school } = await campus()
  await make.user({ site: school, role: 'System Administrator' })
  expect(problemOf(await remove(top.id, 'Campus')).ErrorCode).toBe('role_above_own')
  const system = await app.signInAsRoot()
  expect((await remove(top.id, 'Campus', { ...admin, ...system })).status).toBe(204)
  expect((await remove((await make.site()).id)).status).toBe(404)
})

/** Tables of the history, and the queue of its events. */
const alertTables = ['alert', 'alert_device_name', 'alert_site_name', 'alert_site_path', 'alert_tally']
const history = [...alertTables, 'audit_entry', 'event', 'message']
const former = ['former_device', 'former_site']

test('only the history still refers to a deleted site and its devices', async () => {
  const { top, school, device, user } = await campus()
  const group = await make.deviceGroup({ site: school })
  await make.userList({ site: school })
  await make.systemMessage({ site: school })
  await make.maintenance({ site: school })
  await make.mail({ user })
  await make.alert({ device })
  await call(sites.createGatewayToken, { params: { id: school.id }, body: {} }, { as: admin })
  const link = { device_group_id: group.id, device_id: device.id }
  await db.insertInto('device_group_device').values(link).execute()
  await app.pool.query('insert into left_group_device select $1, $2', [group.id, device.id])
  await app.pool.query(
    `insert into device_command (id, device_id, command, requested_at, expires_at)
     values (gen_random_uuid(), $1, 'refresh', now(), now())`,
    [device.id],
  )
  await app.pool.query(
    `insert into quarantine (minute, received_at, channel, mac, device_id, site_id, reason, payload, count)
     values (now(), now(), 'mqtt', $1, $2, $3, 'too odd', '', 1)`,
    [device.mac, device.id, school.id],
  )

  await app.pool.query(
    'insert into outage (id, site_id, site_path, started_at) values (gen_random_uuid(), $1, $2, now())',
    [school.id, school.path],
  )
  await app.pool.query(
    `insert into csv_import (id, kind, site_id, created_by, created_at, file_name, state)
     values (gen_random_uuid(), 'Devices', $1, $2, now(), 'rooms.csv', 'Done')`,
    [school.id, admin.user.id],
  )
  const subscription = await make.subscription({ site: district })
  for (const [kind, target] of [
    ['device', device],
    ['site', school],
  ] as const)
    await app.pool.query(`insert into subscription_${kind} (subscription_id, ${kind}_id) values ($1, $2)`, [
      subscription.id,
      target.id,
    ])
  await make.subscription({ site: school })
  await make.report({ site: school })
  const own = await make.ownReport({ site: school })
  await app.pool.query('insert into own_report_device values ($1, $2)', [own.id, device.id])
  await app.pool.query(`insert into report_cursor values ($1, 'Pdf-Weekly', now())`, [school.id])
  await app.pool.query('insert into report_setting (site_id) values ($1)', [school.id])
  const event = await make.webhookEvent({ site: district })
  for (const [kind, target] of [
    ['device', device],
    ['site', school],
  ] as const)
    await app.pool.query(`insert into webhook_event_${kind} (webhook_event_id, ${kind}_id) values ($1, $2)`, [
      event.id,
      target.id,
    ])
  await make.webhookEvent({ site: school })

  await make.hint({ device })
  await app.pool.query('insert into hint_search values ($1, now())', [school.id])
  await app.pool.query(`insert into forecast_night values ($1, '2026-11-24')`, [school.id])
  await app.pool.query(`insert into closed_day values ($1, '2026-12-24', 'Holiday')`, [school.id])
  await app.pool.query(
    `insert into alert_forecast values ($1, '', '2026-11-24', now(), 1, 1, 1, 1, 1, 1, '{1}', '{1}', '{1}', 1, '{1}')`,
    [school.id],
  )
  await app.pool.query(
    `insert into sensor_forecast values ($1, 'ECO2', '2026-11-24', now(), 'Combination', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}')`,
    [device.id],
  )
  await app.pool.query(
    `insert into sensor_forecast_score values ($1, 'ECO2', '2026-11-24', 24, 1, 1, 12, 20)`,
    [device.id],
  )

  const ids = [top.id, school.id, device.id]
  const before = await tablesWith(ids)
  const { rows } = await app.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where confrelid in ('site'::regclass, 'device'::regclass) and contype = 'f' and conkey[1] in (
       select attnum from pg_attribute where attrelid = conrelid and attname <> 'device_no')`,
  )
  expect(before, 'this test must fill each table that refers to sites or devices').toEqual(
    expect.arrayContaining(rows.map(({ name }) => name)),
  )
  await remove(top.id, 'Campus')
  await siteTallyQueries(db).addUp()
  expect((await tablesWith(ids)).filter((name) => ![...history, ...former].includes(name))).toEqual([])
})

/** Lists the tables with a row that contains one of these ids, in any column. */
async function tablesWith(ids: readonly string[]): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const text = `select 1 from ${name} t where to_jsonb(t)::text ~ any($1) limit 1`
    if ((await app.pool.query(text, [ids])).rowCount === 1) found.push(name)
  }
  return found
}
