import { logs } from '@eot/contract/logs'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { call, make, signIn, signInAsRoot } = await testApp()
const root = await signInAsRoot()

/** Creates two districts with their administrators, who see the log, and a school of the first with a user. */
async function districts() {
  const [from, to] = [await make.site(), await make.site()]
  const school = await make.site({ parent: from, name: 'School' })
  const user = await make.user({ site: school })
  const admin = (site: typeof from) => signIn({ site, role: 'System Administrator' })
  return { school, to, user, atFrom: await admin(from), atTo: await admin(to) }
}

type Who = Awaited<ReturnType<typeof signIn>>
const list = async (as: Who) => (await call(logs.listEmails, { query: {} }, { as })).data.Items ?? []

test('an email stays in the log of the customer to whose site it went, after the site has moved to another customer', async () => {
  const { atFrom, atTo, school, to, user } = await districts()
  const { id } = await make.mail({ user })
  const move = { params: { id: school.id }, body: { ParentSite: to.id, Name: 'New School' } }
  expect((await call(sites.update, move, { as: root })).status).toBe(200)
  expect(await list(atFrom)).toMatchObject([{ Id: id, Site: { Name: 'School' } }])
  expect(await list(atTo)).toEqual([])
  expect((await call(logs.getEmail, { params: { id } }, { as: atTo })).status).toBe(404)
  const after = await make.mail({ user })
  expect(await list(atTo)).toMatchObject([{ Id: after.id, Site: { Name: 'New School' } }])
})

test('a person who has gone to another customer is neither named nor found by name in the former log', async () => {
  const { atFrom, to, user } = await districts()
  const { id } = await make.mail({ user, status: 'failed', kind: 'PasswordChanged' })
  const change = { params: { id: user.id }, body: { Site: to.id, FullName: 'Wilma Berg' } }
  expect((await call(users.update, change, { as: root })).status).toBe(200)
  const found = async (as: As, search: string) =>
    (await call(logs.listEmails, { query: { search } }, { as })).data.Items ?? []
  expect(await found(atFrom, user.email)).toMatchObject([{ Id: id, User: null }])
  expect(await found(atFrom, 'Wilma')).toEqual([])
  expect(await found(root, 'Wilma')).toMatchObject([{ Id: id, User: { Name: 'Wilma Berg' } }])
  const resent = await call(logs.resendEmail, { params: { id } }, { as: atFrom })
  expect(problemOf(resent).ErrorCode).toBe('user_not_found')
})

test('an email to a deleted site stays in the log of the sites above, under the name of the site', async () => {
  const { atFrom, school, user } = await districts()
  const { id } = await make.mail({ user })
  const request = { params: { id: school.id }, query: { Name: 'School' } }
  expect((await call(sites.remove, request, { as: root })).status).toBe(204)
  expect(await list(atFrom)).toMatchObject([{ Id: id, Site: { Name: 'School' } }])
})
