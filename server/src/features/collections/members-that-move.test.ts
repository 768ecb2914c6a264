import { groups } from '@eot/contract/device-groups'
import { lists } from '@eot/contract/user-lists'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

/**
 * Creates a district with two campuses, of which the first has a wing, and a group and a list at the district and that campus.
 */
async function district() {
  const site = await make.site()
  const campus = await make.site({ parent: site })
  const wing = await make.site({ parent: campus })
  const other = await make.site({ parent: site })
  const as = { as: await signIn({ site }) }
  const device = await make.device({ site: wing, name: 'Room' })
  const user = await make.user({ site: wing, full_name: 'Ann' })
  const made: { group: string; list: string }[] = []
  for (const Site of [site.id, campus.id]) {
    const group = await call(groups.create, { body: { Name: 'G', Site, Devices: [device.id] } }, as)
    const list = await call(lists.create, { body: { Name: 'L', Site, Users: [user.id] } }, as)
    made.push({ group: group.data.Id, list: list.data.Id })
  }
  /** Returns how many of the groups, and of the lists, still have the member: first the district's, then the campus's. */
  const memberships = () =>
    Promise.all(
      made.map(async ({ group, list }) => {
        const { Devices } = (await call(groups.get, { params: { id: group } }, as)).data
        const { Users } = (await call(lists.get, { params: { id: list } }, as)).data
        return [Devices.length, Users.length]
      }),
    )
  return { site, campus, wing, other, as, device, user, made, memberships }
}

const move = (table: 'device' | 'app_user', id: string, site_id: string) =>
  db.updateTable(table).set({ site_id }).where('id', '=', id).execute()

const moveSite = async (from: { id: string; path: string }, to: { id: string; path: string }) => {
  const path = `${to.path}${from.id}/`
  await sql`update site set path = ${path} || substr(path, ${from.path.length + 1}),
    parent_id = case when id = ${from.id} then ${to.id}::uuid else parent_id end
    where starts_with(path, ${from.path})`.execute(db)
}

test('a device or user that moves stays in groups and lists of sites above the new site only', async () => {
  const { campus, other, device, user, memberships } = await district()
  await move('device', device.id, campus.id)
  await move('app_user', user.id, campus.id)
  expect(await memberships()).toEqual([
    [1, 1],
    [1, 1],
  ])
  await move('device', device.id, other.id)
  await move('app_user', user.id, other.id)
  expect(await memberships()).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('a device that returns to the inventory and a user who is deleted leave all groups and lists', async () => {
  const { device, user, memberships } = await district()
  await db.updateTable('device').set({ site_id: null }).where('id', '=', device.id).execute()
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', user.id).execute()
  expect(await memberships()).toEqual([
    [0, 0],
    [0, 0],
  ])
  await db.updateTable('app_user').set({ deleted_at: null }).where('id', '=', user.id).execute()
  expect((await memberships())[0]).toEqual([0, 0])
})

test('a site that moves takes its devices and users out of groups and lists of sites no longer above it', async () => {
  const { campus, wing, other, memberships } = await district()
  await moveSite(wing, other)
  expect(await memberships()).toEqual([
    [1, 1],
    [0, 0],
  ])
  await moveSite(campus, other)
  expect(await memberships()).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('a campus that moves with its groups and lists keeps their members', async () => {
  const { campus, other, memberships } = await district()
  await moveSite(campus, other)
  expect(await memberships()).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('a site that is deleted takes its groups and lists with it', async () => {
  const { campus, wing, site, device, user, made } = await district()
  await move('device', device.id, site.id)
  await move('app_user', user.id, site.id)
  await db.deleteFrom('site').where('id', '=', wing.id).execute()
  await db.deleteFrom('site').where('id', '=', campus.id).execute()
  const left = await db
    .selectFrom('device_group')
    .where(
      'id',
      'in',
      made.map(({ group }) => group),
    )
    .selectAll()
    .execute()
  expect(left.map(({ site_id }) => site_id)).toEqual([site.id])
})

test('members that come back within ten minutes, as by undoing a move, rejoin; later they do not', async () => {
  const { campus, wing, other, memberships } = await district()
  const there = { id: wing.id, path: `${other.path}${wing.id}/` }
  await moveSite(wing, other)
  await moveSite(there, campus)
  expect(await memberships()).toEqual([
    [1, 1],
    [1, 1],
  ])
  await moveSite(wing, other)
  for (const table of ['left_group_device', 'left_list_user'])
    await sql`update ${sql.table(table)} set left_at = now() - interval '11 minutes'`.execute(db)
  await moveSite(there, campus)
  expect(await memberships()).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('a device that moves away while it is added is not in the group afterwards', async () => {
  const { campus, other, as, made } = await district()
  const id = made[1]?.group ?? ''
  const device = await make.device({ site: campus })
  let isAnswered = false
  const adding = await db.transaction().execute(async (tx) => {
    await tx.updateTable('device').set({ site_id: other.id }).where('id', '=', device.id).execute()
    const answer = call(groups.update, { params: { id }, body: { Devices: [device.id] } }, as)
    void answer.then(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
    return { answer }
  })
  expect((await adding.answer).status).toBe(404)
  expect((await call(groups.get, { params: { id } }, as)).data.Devices).toMatchObject([{ Name: 'Room' }])
})

/** Returns whether a request waits for a lock that the transaction of the test holds. */
const isWaiting = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows.length > 0
