import { randomUUID } from 'node:crypto'
import { groups } from '@eot/contract/device-groups'
import { lists } from '@eot/contract/user-lists'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

/** Creates a school with two wings, its administrator, and a site of another customer. */
async function school() {
  const site = await make.site()
  const [east, west] = [await make.site({ parent: site, name: 'East' }), await make.site({ parent: site })]
  return { site, east, west, admin: await signIn({ site }), foreign: await make.site() }
}

const newName = () => `Group ${randomUUID()}`
const namesIn = (items: readonly { Name: string }[] | undefined) => items?.map(({ Name }) => Name)

describe('a device group', async () => {
  const { site, east, west, admin, foreign } = await school()
  const [one, two] = [await make.device({ site: east, name: 'B' }), await make.device({ site, name: 'a' })]
  const as = { as: admin }
  const create = (body: object) => call(groups.create, { body: { Name: newName(), ...body } }, as)
  const get = async (id: string) => (await call(groups.get, { params: { id } }, as)).data
  const put = (id: string, body: object) => call(groups.update, { params: { id }, body }, as)

  test("belongs to the caller's site unless another is given, and lists its devices by name", async () => {
    const { status, data } = await create({ Name: '  Restrooms ', Devices: [one.id, two.id, one.id] })
    expect(status).toBe(201)
    expect(data).toEqual({
      Id: data.Id,
      Name: 'Restrooms',
      Site: { Id: site.id, Name: site.name },
      Devices: [
        { Id: two.id, Name: 'a' },
        { Id: one.id, Name: 'B' },
      ],
      IsActive: true,
      Version: 1,
    })
    expect(await get(data.Id)).toEqual(data)
    expect((await create({ Site: east.id })).data).toMatchObject({ Site: { Name: 'East' }, Devices: [] })
  })

  test('refuses devices that are missing, foreign, in the inventory or at a site not below its own, with the same error', async () => {
    const outside = [
      randomUUID(),
      (await make.device({ site: foreign })).id,
      (await make.device({ site: null })).id,
      two.id,
      (await make.device({ site: west })).id,
    ]
    const answers = []
    for (const id of outside) answers.push(await create({ Site: east.id, Devices: [one.id, id] }))
    expect(problemOf(answers[0] ?? { text: '' })).toMatchObject({
      status: 404,
      ErrorCode: 'device_not_found',
    })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const { data } = await create({ Site: east.id, Devices: [one.id] })
    for (const id of outside) expect((await put(data.Id, { Devices: [id] })).status).toBe(404)
    expect((await get(data.Id)).Devices).toHaveLength(1)
  })

  test('refuses a foreign site with the same error as one that does not exist', async () => {
    const [theirs, missing] = [await create({ Site: foreign.id }), await create({ Site: randomUUID() })]
    expect(problemOf(theirs)).toMatchObject({ status: 404, ErrorCode: 'site_not_found' })
    expect(theirs.text).toBe(missing.text)
  })

  test('has a name that is unique among the groups of its site, regardless of case', async () => {
    const Name = newName()
    await create({ Name })
    expect(problemOf(await create({ Name: Name.toUpperCase() }))).toMatchObject({
      status: 409,
      ErrorCode: 'group_name_taken',
    })
    expect((await create({ Name, Site: east.id })).status).toBe(201)
  })

  test('keeps what a change omits or sends as null', async () => {
    const { data } = await create({ Devices: [one.id], IsActive: false })
    const { data: renamed } = await put(data.Id, {
      Name: newName(),
      Devices: null,
      IsActive: null,
      Site: null,
    })
    expect(renamed).toEqual({ ...data, Name: renamed.Name, Version: 2 })
    expect((await put(data.Id, { Devices: [] })).data).toMatchObject({ Name: renamed.Name, Devices: [] })
  })

  test('moves to another site only if its devices are there', async () => {
    const { data } = await create({ Devices: [one.id, two.id] })
    const refused = await put(data.Id, { Site: east.id })
    expect(problemOf(refused).Errors).toEqual([
      { Path: 'Site', Message: 'Some of the devices are not at this site or below it' },
    ])
    const moved = await put(data.Id, { Site: east.id, Devices: [one.id] })
    expect(moved.data).toMatchObject({ Site: { Id: east.id }, Devices: [{ Id: one.id }] })
  })

  test('is not overwritten by a save based on an older version, whose response contains the changes', async () => {
    const { data } = await create({})
    await put(data.Id, { IsActive: false, Version: 1 })
    const stale = problemOf(await put(data.Id, { Name: newName(), Version: 1 }))
    expect(stale).toMatchObject({
      status: 409,
      ErrorCode: 'edit_conflict',
      Conflict: { Current: { ...data, IsActive: false, Version: 2 }, ChangedBy: { Id: admin.user.id } },
    })
    expect((await put(data.Id, { IsActive: true, Version: 2 })).status).toBe(200)
  })

  test('is deleted, and its devices stay', async () => {
    const { data } = await create({ Devices: [one.id] })
    const remove = () => call(groups.remove, { params: { id: data.Id } }, as)
    expect((await remove()).status).toBe(204)
    expect(problemOf(await remove())).toMatchObject({ status: 404, ErrorCode: 'group_not_found' })
    expect(await db.selectFrom('device').where('id', '=', one.id).select('id').execute()).toHaveLength(1)
  })

  test('records in the audit log which devices joined and left', async () => {
    const { data } = await create({ Devices: [one.id] })
    await put(data.Id, { Devices: [two.id], IsActive: false })
    const entries = await auditEntriesOf(db, data.Id)
    expect(entries.map(({ action }) => action)).toEqual(['device_group.created', 'device_group.updated'])
    expect(entries[0]?.details).toEqual({
      changes: {
        Name: [null, data.Name],
        Site: [null, { Id: site.id, Name: site.name, Path: site.path }],
        IsActive: [null, true],
        Devices: [null, ['B']],
      },
    })
    expect(entries[1]).toMatchObject({
      actor_id: admin.user.id,
      site_id: site.id,
      details: { changes: { Devices: [['B'], ['a']], IsActive: [true, false] } },
    })
  })
})

describe('device groups of a site', async () => {
  const { site, east, admin, foreign } = await school()
  const as = { as: admin }
  const online = await make.device({ site: east, name: 'Boys Restroom 100%' })
  await db.insertInto('device_state').values({ device_no: online.no, online: true }).execute()
  const add = (body: object) => call(groups.create, { body: { Name: 'x', ...body } }, as)
  const rooms = (await add({ Name: 'rooms', Devices: [online.id, (await make.device({ site })).id] })).data
  await add({ Name: 'Gyms', Site: east.id })
  await add({ Name: 'Attic', IsActive: false })
  const other = await signIn({ site: foreign })
  await call(groups.create, { body: { Name: 'Foreign' } }, { as: other })
  const list = async (query: object) => (await call(groups.list, { query }, as)).data

  test('are listed with the number of their devices and of those online', async () => {
    const { Items, Total } = await list({})
    expect(Total).toBe(3)
    expect(namesIn(Items)).toEqual(['Attic', 'Gyms', 'rooms'])
    expect(Items?.[2]).toMatchObject({ Id: rooms.Id, DeviceCount: 2, OnlineCount: 1, Site: { Id: site.id } })
  })

  test('are found by their name or a device, by site and by state', async () => {
    expect(namesIn((await list({ search: '100%' })).Items)).toEqual(['rooms'])
    expect(namesIn((await list({ search: 'GYM' })).Items)).toEqual(['Gyms'])
    expect(namesIn((await list({ SiteId: east.id })).Items)).toEqual(['Gyms'])
    expect(namesIn((await list({ IncludeSubSites: false, IsActive: true })).Items)).toEqual(['rooms'])
    expect(namesIn((await list({ IsActive: false })).Items)).toEqual(['Attic'])
  })

  test('have a count that matches the list', async () => {
    for (const query of [{}, { search: 'o' }, { SiteId: east.id }, { IsActive: true }]) {
      const { data } = await call(groups.count, { query }, as)
      expect(data).toEqual({ Total: (await list(query)).Items?.length })
      expect(await list({ ...query, CountOnly: true })).toEqual(data)
    }
  })

  test('are sorted by site or by number of devices too, and paged', async () => {
    const bySize = await list({ sortBy: 'DeviceCount', order: 'desc', PageSize: 2 })
    expect(namesIn(bySize.Items)).toEqual(['rooms', 'Gyms'])
    const next = await list({ sortBy: 'DeviceCount', order: 'desc', PageSize: 2, Page: 1 })
    expect(namesIn(next.Items)).toEqual(['Attic'])
    expect(namesIn((await list({ sortBy: 'Site' })).Items)?.[0]).toBe('Gyms')
  })

  test('are offered to selectors if they are active', async () => {
    const all = await call(groups.all, { query: {} }, as)
    expect(all.data.map(({ Name, Site }) => [Name, Site.Name])).toEqual([
      ['Gyms', 'East'],
      ['rooms', site.name],
    ])
    const found = await call(groups.lookup, { query: { search: 'roo' } }, as)
    expect(found.data).toEqual([{ Id: rooms.Id, Name: 'rooms' }])
    const named = await call(groups.name, { params: { id: rooms.Id } }, as)
    expect(named.data).toEqual({ Id: rooms.Id, Name: 'rooms' })
  })

  test('may be seen by site staff and changed by site managers', async () => {
    const staff = { as: await signIn({ site, role: 'Site Staff' }) }
    const manager = { as: await signIn({ site, role: 'Site Manager' }) }
    expect((await call(groups.list, {}, staff)).data.Total).toBe(3)
    expect((await call(groups.create, { body: { Name: 'S' } }, staff)).status).toBe(403)
    expect((await call(groups.create, { body: { Name: 'M', Site: east.id } }, manager)).status).toBe(201)
    await sql`delete from device_group where name = 'M'`.execute(db)
  })
})

describe('a user list', async () => {
  const { site, east, admin, foreign } = await school()
  const as = { as: admin }
  const [ann, bob] = [
    await make.user({ site: east, full_name: 'Ann' }),
    await make.user({ site, full_name: 'bob', notifications_enabled: false }),
  ]

  test('names users of its site and the sites below, and how many can be notified', async () => {
    const body = { Name: 'Deans', Users: [bob.id, ann.id] }
    const { status, data } = await call(lists.create, { body }, as)
    expect(status).toBe(201)
    expect(data.Users).toEqual([
      { Id: ann.id, FullName: 'Ann' },
      { Id: bob.id, FullName: 'bob' },
    ])
    const { data: page } = await call(lists.list, { query: { search: 'ann' } }, as)
    expect(page.Items).toMatchObject([{ Name: 'Deans', UserCount: 2, ReachableCount: 1 }])
  })

  test('refuses users who are missing, foreign or deleted, with the same error', async () => {
    const outside = [
      randomUUID(),
      (await make.user({ site: foreign })).id,
      (await make.user({ site, deleted_at: new Date() })).id,
    ]
    const answers = []
    for (const id of outside)
      answers.push(await call(lists.create, { body: { Name: newName(), Users: [id] } }, as))
    expect(problemOf(answers[0] ?? { text: '' })).toMatchObject({ status: 404, ErrorCode: 'user_not_found' })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('changes, detects conflicts and is deleted like a device group', async () => {
    const Name = newName()
    const { data } = await call(lists.create, { body: { Name, Users: [ann.id] } }, as)
    expect((await call(lists.create, { body: { Name } }, as)).text).toContain('list_name_taken')
    const params = { id: data.Id }
    const changed = await call(lists.update, { params, body: { Users: [bob.id], Version: 1 } }, as)
    expect(changed.data).toMatchObject({ Name, Users: [{ FullName: 'bob' }], Version: 2 })
    const stale = await call(lists.update, { params, body: { IsActive: false, Version: 1 } }, as)
    expect(problemOf(stale)).toMatchObject({
      ErrorCode: 'edit_conflict',
      Conflict: { Current: changed.data },
    })
    expect((await call(lists.remove, { params }, as)).status).toBe(204)
    expect((await call(lists.get, { params }, as)).status).toBe(404)
  })
})
