import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()
const root = await signInAsRoot()

/** Publishes a message for a school and a hall. The only user of the school dismisses it. Then the school moves to another customer. */
async function movedSchool() {
  const [from, to] = [await make.site(), await make.site()]
  const school = await make.site({ parent: from, name: 'School' })
  const hall = await make.site({ parent: from, name: 'Hall' })
  const author = await signIn({ site: from, role: 'System Administrator' })
  const body = { Title: 'Alder only', Sites: [school.id, hall.id] }
  const { data: message } = await call(systemMessages.create, { body }, { as: author })
  const params = { id: message.Id }
  const reader = await signIn({ site: school, role: 'Viewer' })
  expect((await call(systemMessages.dismiss, { params }, { as: reader })).status).toBe(204)
  const move = async (ParentSite: string) => {
    const answer = await call(sites.move, { body: { SiteIds: [school.id], ParentSite } }, { as: root })
    expect(answer.status, answer.text).toBe(200)
  }
  await move(to.id)
  return { from, to, school, hall, author, params, move, reader: await signIn(reader.user) }
}

test('a message no longer reaches a site that has moved to another customer', async () => {
  const { from, school, params, move, reader } = await movedSchool()
  const titles = async () => {
    const as = await signIn(reader.user)
    const active = await call(systemMessages.active, {}, { as })
    const all = await call(systemMessages.announcements, {}, { as })
    return [...active.data.Items, ...all.data].map(({ Title }) => Title)
  }
  expect(await titles()).toEqual([])
  expect((await call(systemMessages.dismiss, { params }, { as: reader })).status).toBe(404)
  const query = { SiteId: school.id }
  expect((await call(systemMessages.list, { query }, { as: root })).data.Items).toEqual([])
  await move(from.id)
  expect(await titles()).toEqual(['Alder only', 'Alder only'])
})

test('the former customer sees neither the name of such a site nor what its people do', async () => {
  const { school, hall, author, params } = await movedSchool()
  await call(sites.update, { params: { id: school.id }, body: { Name: 'Birch School' } }, { as: root })
  const { data, text } = await call(systemMessages.list, {}, { as: author })
  expect(data.Items).toMatchObject([{ Sites: [{ Id: hall.id, Name: 'Hall' }], DismissedCount: 0 }])
  expect(text).not.toContain('School')
  expect((await call(systemMessages.get, { params }, { as: author })).text).not.toContain(school.id)
})

test('a message for such a site can still be changed, which concerns only its other sites', async () => {
  const { to, hall, author, params } = await movedSchool()
  const answer = await call(systemMessages.update, { params, body: { Title: 'Changed' } }, { as: author })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.data).toMatchObject({ Title: 'Changed', Sites: [{ Id: hall.id }] })
  const told = await db
    .selectFrom('event')
    .where('kind', '=', 'SystemMessagesChanged')
    .where('site_path', 'like', `${to.path}%`)
    .select('seq')
    .execute()
  expect(told).toEqual([])
})
