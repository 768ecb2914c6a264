import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { describe, expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()

const root = await signInAsRoot()
type Reader = Awaited<ReturnType<typeof signIn>>

let customers = 0

/** Creates two customers with a school and an administrator each. Neither may see a name of the other. */
async function twoCustomers() {
  customers += 1
  const from = await make.site({ name: `Alder District ${customers}` })
  const to = await make.site({ name: `Birch District ${customers}` })
  const school = await make.site({ parent: from, name: 'Alder School' })
  const hall = await make.site({ parent: to, name: 'Birch Hall' })
  return { from, to, school, hall, anna: await signIn({ site: from }), bert: await signIn({ site: to }) }
}

const read = async (as: Pick<Reader, 'AccessToken'>, query: object) => {
  const { status, data, text } = await call(audit.list, { query }, { as })
  expect(status, text).toBe(200)
  return { items: data.Items ?? [], text }
}
/** Returns the entries that change something, oldest first: action, name of the record, site, changes. */
const historyOf = async (as: Pick<Reader, 'AccessToken'>, subject: string) =>
  (await read(as, { subject, order: 'asc' })).items.map(({ Action, Subject, Site, Changes }) => [
    Action,
    Subject?.Name,
    Site?.Name,
    Changes,
  ])

const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  expect(status, text).toBe(200)
}

const named = ({ id: Id, name: Name }: MadeSite) => ({ Id, Name })
const another = { Id: null, Name: null }

async function expectNoLeak({ anna, bert }: { anna: Reader; bert: Reader }) {
  const [annas, berts] = [await read(anna, { PageSize: 200 }), await read(bert, { PageSize: 200 })]
  expect(annas.items.length * berts.items.length).toBeGreaterThan(0)
  expect(annas.text).not.toContain('Birch')
  expect(berts.text).not.toContain('Alder')
}

describe.each(['a change of its parent', 'a move of several sites'])(
  'a campus that went to another customer by %s',
  async (way) => {
    const { from, to, school, anna, bert } = await twoCustomers()
    const campus = await make.site({ parent: school, name: 'Campus' })
    const room = await make.site({ parent: campus, name: 'Room' })
    const device = await make.device({ site: room, name: 'Lab' })
    const group = await make.deviceGroup({ site: room })
    const rename = (id: string, City: string, as: Reader) =>
      ok(call(sites.update, { params: { id }, body: { City } }, { as }))
    await rename(campus.id, 'Alder City', anna)
    await ok(call(devices.update, { params: { id: device.id }, body: { Name: 'Alder Lab' } }, { as: anna }))
    await ok(call(groups.update, { params: { id: group.id }, body: { Name: 'Alder Group' } }, { as: anna }))

    const move = { SiteIds: [campus.id], ParentSite: to.id }
    const params = { id: campus.id }
    if (way === 'a move of several sites') await ok(call(sites.move, { body: move }, { as: root }))
    else await ok(call(sites.update, { params, body: { ParentSite: to.id } }, { as: root }))
    const arrived = way === 'a move of several sites' ? 'site.moved' : 'site.updated'
    await rename(campus.id, 'Birch City', bert)
    await ok(call(sites.update, { params, body: { Name: 'Birch Campus' } }, { as: bert }))
    await ok(call(devices.update, { params: { id: device.id }, body: { Name: 'Birch Lab' } }, { as: bert }))

    test('leaves its history at the former customer, with the names of that time', async () => {
      expect(await historyOf(anna, campus.id)).toEqual([
        ['site.updated', 'Campus', 'Campus', { City: ['', 'Alder City'] }],
        ['site.moved_away', 'Campus', 'Campus', { ParentSite: [named(school), another] }],
      ])
      expect(await historyOf(anna, device.id)).toEqual([
        ['device.changed', null, 'Room', { Name: ['Lab', 'Alder Lab'] }],
      ])
      expect(await historyOf(anna, group.id)).toHaveLength(1)
    })

    test('begins its history at the new customer with the move', async () => {
      expect(await historyOf(bert, campus.id)).toMatchObject([
        [arrived, 'Birch Campus', 'Campus', { ParentSite: [another, named(to)] }],
        ['site.updated', 'Birch Campus', 'Campus', { City: ['Alder City', 'Birch City'] }],
        ['site.updated', 'Birch Campus', 'Birch Campus', { Name: ['Campus', 'Birch Campus'] }],
      ])
      expect(await historyOf(bert, device.id)).toHaveLength(1)
      expect(await historyOf(bert, group.id)).toEqual([])
      const ofCampus = await read(bert, { SiteId: campus.id, action: ['site', 'device', 'device_group'] })
      expect(ofCampus.items).toHaveLength(4)
    })

    test('shows all of it to the operator above both, with both parents', async () => {
      const all = await historyOf(root, campus.id)
      const ParentSite = [named(school), named(to)]
      expect(all).toHaveLength(5)
      expect(all.slice(1, 3)).toMatchObject([
        ['site.moved_away', 'Birch Campus', 'Campus', { ParentSite }],
        [arrived, 'Birch Campus', 'Campus', { ParentSite }],
      ])
      expect(await historyOf(root, device.id)).toHaveLength(2)
    })

    test('is not found at the former customer by a name it got later', async () => {
      expect((await read(anna, { search: 'Campus' })).items).toHaveLength(2)
      expect((await read(anna, { search: 'Birch' })).items).toEqual([])
      expect((await read(bert, { search: from.name })).items).toEqual([])
    })
  },
)

test('a device that goes to another customer leaves its history, and each side sees its part of the move', async () => {
  const customers = await twoCustomers()
  const { school, hall, anna, bert } = customers
  const { id } = await make.device({ site: school, name: 'Gym' })
  await ok(call(devices.update, { params: { id }, body: { IsActive: false } }, { as: anna }))
  const body = { SiteId: hall.id, Name: 'Birch Gym' }
  await ok(call(devices.update, { params: { id }, body }, { as: root }))
  expect(await historyOf(anna, id)).toEqual([
    ['device.changed', null, 'Alder School', { IsActive: [true, false] }],
    ['device.moved_away', 'Gym', 'Alder School', { Site: [named(school), another] }],
  ])
  expect(await historyOf(bert, id)).toEqual([
    ['device.moved', 'Birch Gym', 'Birch Hall', { Site: [another, named(hall)], Name: ['Gym', 'Birch Gym'] }],
  ])
  expect(await historyOf(root, id)).toHaveLength(3)
  await expectNoLeak(customers)
})

test('a user who goes to another customer leaves their history, and each side sees its part of the move', async () => {
  const customers = await twoCustomers()
  const { school, hall, anna, bert } = customers
  const { id } = await make.user({ site: school, role: 'Viewer', full_name: 'Ann Doe' })
  await ok(call(users.update, { params: { id }, body: { UserTitle: 'Nurse' } }, { as: anna }))
  const body = { Site: hall.id, FullName: 'Ann Birch' }
  await ok(call(users.update, { params: { id }, body }, { as: root }))
  expect(await historyOf(anna, id)).toEqual([
    ['user.changed', null, 'Alder School', { UserTitle: [null, 'Nurse'] }],
    ['user.moved_away', 'Ann Doe', 'Alder School', { Site: [named(school), another] }],
  ])
  expect(await historyOf(bert, id)).toEqual([
    [
      'user.changed',
      'Ann Birch',
      'Birch Hall',
      { Site: [another, named(hall)], FullName: ['Ann Doe', 'Ann Birch'] },
    ],
  ])
  expect(await historyOf(root, id)).toHaveLength(3)
  await expectNoLeak(customers)
})

test("a device group that goes to another customer shows the name of each member only to that member's customer", async () => {
  const customers = await twoCustomers()
  const { school, hall, anna, bert } = customers
  const { id } = await make.deviceGroup({ site: school })
  const here = await make.device({ site: school, name: 'Alder Lab' })
  const there = await make.device({ site: hall, name: 'Birch Lab' })
  await ok(call(groups.update, { params: { id }, body: { Devices: [here.id] } }, { as: anna }))
  await ok(
    call(groups.update, { params: { id }, body: { Site: hall.id, Devices: [there.id] } }, { as: root }),
  )
  expect((await historyOf(anna, id)).slice(1)).toEqual([
    [
      'device_group.moved_away',
      expect.stringMatching(/^Collection/),
      'Alder School',
      { Site: [named(school), another], Devices: [['Alder Lab'], []] },
    ],
  ])
  expect(await historyOf(bert, id)).toEqual([
    [
      'device_group.updated',
      expect.stringMatching(/^Collection/),
      'Birch Hall',
      { Site: [another, named(hall)], Devices: [[], ['Birch Lab']] },
    ],
  ])
  await expectNoLeak(customers)
})

test('the review of a past alert stays with the customer where it was raised', async () => {
  const { to, school, anna, bert } = await twoCustomers()
  const { id } = await make.alert({ device: await make.device({ site: school }) })
  await ok(call(sites.move, { body: { SiteIds: [school.id], ParentSite: to.id } }, { as: root }))
  await ok(call(sites.update, { params: { id: school.id }, body: { Name: 'Birch School' } }, { as: bert }))
  await ok(call(alerts.update, { params: { id }, body: { Confirmed: true } }, { as: anna }))
  expect(await historyOf(anna, id)).toMatchObject([
    ['alert.confirmed', expect.any(String), 'Alder School', {}],
  ])
  expect(await historyOf(bert, id)).toEqual([])
})

test('a former customer keeps the name that a user had there, in alerts and in the history', async () => {
  const customers = await twoCustomers()
  const { school, hall, anna } = customers
  const staff = await signIn({ site: school, role: 'Site Manager', full_name: 'Ann Doe' })
  const params = {
    id: (await make.alert({ device: await make.device({ site: school }), ended_at: null })).id,
  }
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await ok(call(alerts.snooze, { params, body: { Until: soon } }, { as: staff }))
  await ok(call(alerts.update, { params, body: { Confirmed: true } }, { as: staff }))
  const body = { Site: hall.id, FullName: 'Ann Birch' }
  await ok(call(users.update, { params: { id: staff.user.id }, body }, { as: root }))
  await ok(call(alerts.update, { params, body: { Comment: 'Dealt with' } }, { as: anna }))
  const then = { Id: staff.user.id, Name: 'Ann Doe' }
  const { data } = await call(alerts.get, { params }, { as: anna })
  expect(data).toMatchObject({ ConfirmedBy: then, SnoozedBy: then, Comment: 'Dealt with' })
  const { items } = await read(anna, { actor: staff.user.id, action: 'alert' })
  expect(items.map(({ Actor }) => Actor)).toEqual([then, then])
  await ok(call(alerts.update, { params, body: { Confirmed: false } }, { as: anna }))
  expect((await call(alerts.get, { params }, { as: anna })).data.ConfirmedBy).toBe(null)
})

test('sites in the changes of entries from earlier versions are shown only to those who see all sites', async () => {
  const { school, anna } = await twoCustomers()
  const changes = { ParentSite: ['Somewhere', null], Site: [null, { Id: school.id, Name: 'Elsewhere' }] }
  const entry = { action: 'site.updated', site_id: school.id, site_path: school.path, subject_id: school.id }
  await db
    .insertInto('audit_entry')
    .values({ ...entry, details: JSON.stringify({ changes }) })
    .execute()
  expect((await historyOf(anna, school.id)).at(-1)?.[3]).toEqual({
    ParentSite: [another, null],
    Site: [null, another],
  })
  expect((await historyOf(root, school.id)).at(-1)?.[3]).toEqual(changes)
})
