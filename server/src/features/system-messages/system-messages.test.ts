import { randomUUID } from 'node:crypto'
import type { RoleName } from '@eot/contract/permissions'
import { systemMessages } from '@eot/contract/system-messages'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { advance, call, clock, db, make, signIn } = await testApp()

const minute = 60_000
const inMinutes = (count: number) => new Date(clock().getTime() + count * minute).toISOString()
const administratorOf = (site: Awaited<ReturnType<typeof make.site>>) =>
  signIn({ site, role: 'System Administrator' })

/** Creates a district with a school below it, and the administrator of its messages. */
async function district() {
  const site = await make.site()
  const school = await make.site({ parent: site })
  const admin = await administratorOf(site)
  const publish = async (body: object) => {
    const answer = await call(systemMessages.create, { body: { Title: 'T', ...body } }, { as: admin })
    expect(answer.status, answer.text).toBe(201)
    return answer.data
  }
  return { site, school, admin, publish }
}

const activeOf = async (as: As) => (await call(systemMessages.active, {}, { as })).data
const titlesFor = async (as: As) => (await activeOf(as)).Items.map(({ Title }) => Title)

describe('a system message', async () => {
  const { site, school, admin, publish } = await district()
  const as = { as: admin }
  const put = (id: string, body: object) => call(systemMessages.update, { params: { id }, body }, as)

  test("starts at once by default, for everyone at the author's site and below", async () => {
    const message = await publish({ Title: ' Maintenance ' })
    expect(message).toEqual({
      Id: message.Id,
      Title: 'Maintenance',
      Description: '',
      Severity: 'Info',
      Sites: [{ Id: site.id, Name: site.name }],
      UserRoles: [],
      StartAt: expect.any(String),
      EndAt: null,
      IsActive: true,
      Version: 1,
    })
    expect((await call(systemMessages.get, { params: { id: message.Id } }, as)).data).toEqual(message)
    await call(systemMessages.remove, { params: { id: message.Id } }, as)
    expect((await call(systemMessages.get, { params: { id: message.Id } }, as)).status).toBe(404)
  })

  test('refuses sites that are missing or outside its own site, with the same error, and unknown roles', async () => {
    const foreign = await make.site()
    const texts = []
    for (const id of [foreign.id, randomUUID()])
      texts.push(
        (await call(systemMessages.create, { body: { Title: 'T', Sites: [school.id, id] } }, as)).text,
      )
    expect(texts[0]).toContain('site_not_found')
    expect(texts[1]).toBe(texts[0])
    const answer = await call(systemMessages.create, { body: { Title: 'T', UserRoles: [randomUUID()] } }, as)
    expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'role_not_found' })
  })

  test('must end after it starts, also when only one of the two is changed', async () => {
    const wrong = { Title: 'T', StartAt: inMinutes(2), EndAt: inMinutes(1) }
    const refused = await call(systemMessages.create, { body: wrong }, as)
    expect(problemOf(refused).Errors).toEqual([{ Path: 'EndAt', Message: 'Must be after the start' }])
    const { Id } = await publish({ StartAt: inMinutes(1), EndAt: inMinutes(2) })
    expect((await put(Id, { StartAt: inMinutes(3) })).status).toBe(400)
    expect((await put(Id, { StartAt: inMinutes(3), EndAt: null })).data.EndAt).toBeNull()
  })

  test('keeps what a change omits, and is not overwritten by a save based on an older version', async () => {
    const message = await publish({ Sites: [school.id], EndAt: inMinutes(5) })
    const { data } = await put(message.Id, { Title: 'New', Sites: null, UserRoles: null, Version: 1 })
    expect(data).toEqual({ ...message, Title: 'New', Version: 2 })
    expect(problemOf(await put(message.Id, { Title: 'Old', Version: 1 }))).toMatchObject({
      ErrorCode: 'edit_conflict',
      Conflict: { Current: data },
    })
    const [, changed] = await auditEntriesOf(db, message.Id)
    expect(changed).toMatchObject({
      action: 'system_message.updated',
      details: { changes: { Title: ['T', 'New'] } },
    })
  })

  test('is hidden from administrators of sites below, whoever it is for', async () => {
    const message = await publish({ Sites: [school.id] })
    const below = { as: await administratorOf(school) }
    expect((await call(systemMessages.get, { params: { id: message.Id } }, below)).status).toBe(404)
    expect((await call(systemMessages.list, {}, below)).data.Total).toBe(0)
  })

  test('is listed at the sites of its readers, not at that of its author', async () => {
    const campus = await make.site()
    const [north, south] = [await make.site({ parent: campus }), await make.site({ parent: campus })]
    const author = await administratorOf(campus)
    for (const [Title, Sites] of Object.entries({
      All: [campus.id],
      North: [north.id],
      Both: [north.id, south.id],
    }))
      await call(systemMessages.create, { body: { Title, Sites } }, { as: author })
    const titles = async (query: object) =>
      (await call(systemMessages.list, { query }, { as: author })).data.Items?.map(
        ({ Title }) => Title,
      ).toSorted()
    expect(await titles({})).toEqual(['All', 'Both', 'North'])
    expect(await titles({ SiteId: north.id })).toEqual(['Both', 'North'])
    expect(await titles({ SiteId: south.id })).toEqual(['Both'])
    expect(await titles({ IncludeSubSites: false })).toEqual(['All'])
    const { data } = await call(
      systemMessages.list,
      { query: { SiteId: north.id, CountOnly: true } },
      { as: author },
    )
    expect(data.Total).toBe(2)
  })

  test('whose only site is deleted is for nobody', async () => {
    const wing = await make.site({ parent: site })
    const message = await publish({ Title: 'Wing', Sites: [wing.id] })
    await db.deleteFrom('site').where('id', '=', wing.id).execute()
    expect((await call(systemMessages.get, { params: { id: message.Id } }, as)).data.Sites).toEqual([])
    expect(await titlesFor(admin)).not.toContain('Wing')
  })
})

test('a message is shown to people of its sites and the sites below who have one of its roles', async () => {
  const { site, school, publish } = await district()
  const other = await make.site({ parent: site })
  const roles = await db.selectFrom('role').select(['id', 'name']).execute()
  const idsOf = (...names: RoleName[]) =>
    roles.filter(({ name }) => names.includes(name as RoleName)).map(({ id }) => id)
  await publish({ Title: 'all' })
  await publish({ Title: 'school', Sites: [school.id] })
  await publish({
    Title: 'managers',
    Sites: [school.id, other.id],
    UserRoles: idsOf('Site Manager', 'Viewer'),
  })
  await publish({ Title: 'draft', IsActive: false })
  const seenBy = async (at: typeof site, role: RoleName) =>
    (await titlesFor(await signIn({ site: at, role }))).toSorted()
  expect(await seenBy(school, 'Site Manager')).toEqual(['all', 'managers', 'school'])
  expect(await seenBy(await make.site({ parent: school }), 'Site Staff')).toEqual(['all', 'school'])
  expect(await seenBy(other, 'Viewer')).toEqual(['all', 'managers'])
  expect(await seenBy(site, 'Site Manager')).toEqual(['all'])
  expect(await seenBy(await make.site(), 'Viewer')).toEqual([])
})

test('messages are shown most severe first, from their start until their end, and the response includes the next change', async () => {
  const { school, publish } = await district()
  const person = await signIn({ site: school, role: 'Viewer' })
  await publish({ Title: 'info', Severity: 'Info', StartAt: inMinutes(-2) })
  await publish({ Title: 'critical', Severity: 'Critical', StartAt: inMinutes(-1) })
  const ends = await publish({ Title: 'serious', Severity: 'Serious', EndAt: inMinutes(2) })
  const begins = await publish({ Title: 'caution', Severity: 'Caution', StartAt: inMinutes(1) })
  expect(await titlesFor(person)).toEqual(['critical', 'serious', 'info'])
  expect((await activeOf(person)).NextChangeAt).toBe(begins.StartAt)
  advance(minute)
  expect(await titlesFor(person)).toEqual(['critical', 'serious', 'caution', 'info'])
  expect((await activeOf(person)).NextChangeAt).toBe(ends.EndAt)
  advance(minute)
  expect(await titlesFor(person)).toEqual(['critical', 'caution', 'info'])
  expect((await activeOf(person)).NextChangeAt).toBeNull()
})

describe('a dismissed message', async () => {
  const { school, admin, publish } = await district()
  const person = await signIn({ site: school, role: 'Viewer' })
  const colleague = await signIn({ site: school, role: 'Viewer' })
  const dismiss = (id: string, as: As) => call(systemMessages.dismiss, { params: { id } }, { as })

  test('is dismissed for that person only, until they show it again', async () => {
    const { Id } = await publish({})
    expect((await dismiss(Id, person)).status).toBe(204)
    expect((await dismiss(Id, person)).status).toBe(204)
    expect((await activeOf(person)).Items).toMatchObject([{ Id, DismissedAt: expect.any(String) }])
    expect((await activeOf(colleague)).Items).toMatchObject([{ Id, DismissedAt: null }])
    const { data } = await call(systemMessages.list, {}, { as: admin })
    expect(data.Items).toMatchObject([{ Id, DismissedCount: 1 }])
    expect((await call(systemMessages.showAgain, { params: { id: Id } }, { as: person })).status).toBe(204)
    expect((await activeOf(person)).Items).toMatchObject([{ DismissedAt: null }])
    await call(systemMessages.remove, { params: { id: Id } }, { as: admin })
  })

  test('cannot be critical, and is shown again when it becomes so', async () => {
    const { Id } = await publish({ Severity: 'Critical' })
    expect(problemOf(await dismiss(Id, person))).toMatchObject({ status: 409, ErrorCode: 'critical_message' })
    const update = (Severity: 'Critical' | 'Info') =>
      call(systemMessages.update, { params: { id: Id }, body: { Severity } }, { as: admin })
    await update('Info')
    await dismiss(Id, person)
    await update('Critical')
    expect((await activeOf(person)).Items).toMatchObject([{ DismissedAt: null }])
    await call(systemMessages.remove, { params: { id: Id } }, { as: admin })
  })

  test('must be for that person and have begun', async () => {
    const later = await publish({ StartAt: inMinutes(1) })
    const foreign = await make.systemMessage()
    const texts = []
    for (const id of [later.Id, foreign.id, randomUUID()]) texts.push((await dismiss(id, person)).text)
    expect(texts[0]).toContain('system_message_not_found')
    expect(new Set(texts).size).toBe(1)
    await call(systemMessages.remove, { params: { id: later.Id } }, { as: admin })
  })
})

test('announcements are the current messages and those of the last 90 days, newest first', async () => {
  const { school, publish } = await district()
  const person = await signIn({ site: school, role: 'Viewer' })
  const day = 24 * 60
  await publish({ Title: 'old', StartAt: inMinutes(-95 * day), EndAt: inMinutes(-90 * day - 1) })
  await publish({ Title: 'earlier', StartAt: inMinutes(-95 * day), EndAt: inMinutes(-90 * day + 1) })
  await publish({ Title: 'now' })
  await publish({ Title: 'later', StartAt: inMinutes(1) })
  const { data } = await call(systemMessages.announcements, {}, { as: person })
  expect(data.map(({ Title }) => Title)).toEqual(['now', 'earlier'])
})

test('the list of messages can be searched, filtered by period and severity, sorted and counted', async () => {
  const { admin, publish } = await district()
  await publish({ Title: 'Past 100%', StartAt: inMinutes(-2), EndAt: inMinutes(-1), Severity: 'Critical' })
  await publish({ Title: 'Now', Description: 'Text', StartAt: inMinutes(-1) })
  await publish({ Title: 'Later', StartAt: inMinutes(1), EndAt: inMinutes(2), Severity: 'Caution' })
  const list = async (query: object) => (await call(systemMessages.list, { query }, { as: admin })).data
  const titles = async (query: object) => (await list(query)).Items?.map(({ Title }) => Title)
  expect(await titles({})).toEqual(['Later', 'Now', 'Past 100%'])
  expect(await titles({ Period: 'Current' })).toEqual(['Later', 'Now'])
  expect(await titles({ Period: 'Past' })).toEqual(['Past 100%'])
  expect(await titles({ search: '100%' })).toEqual(['Past 100%'])
  expect(await titles({ search: 'text' })).toEqual(['Now'])
  expect(await titles({ severity: ['Critical', 'Caution'] })).toEqual(['Later', 'Past 100%'])
  expect(await titles({ sortBy: 'Severity', order: 'asc' })).toEqual(['Past 100%', 'Later', 'Now'])
  expect(await titles({ sortBy: 'EndAt', order: 'desc' })).toEqual(['Now', 'Later', 'Past 100%'])
  expect(await list({ CountOnly: true, Period: 'Current' })).toEqual({ Total: 2 })
})

test('the audience of some sites counts their active users and those below once, by role', async () => {
  const { site, school, admin } = await district()
  await make.user({ site: school, role: 'Viewer' })
  await make.user({ site: school, role: 'Viewer', is_active: false })
  await make.user({ site: await make.site({ parent: school }), role: 'Site Staff' })
  const count = async (Sites: string[]) =>
    (await call(systemMessages.audience, { query: { Sites } }, { as: admin })).data
      .filter(({ Count }) => Count > 0)
      .map(({ Name, Count }) => [Name, Count])
  expect(await count([school.id])).toEqual([
    ['Site Staff', 1],
    ['Viewer', 1],
  ])
  expect(await count([site.id, school.id])).toEqual([
    ['System Administrator', 1],
    ['Site Staff', 1],
    ['Viewer', 1],
  ])
  expect(await count([(await make.user()).site.id])).toEqual([])
})
