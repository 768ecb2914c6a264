import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../test/test-app.ts'

const { call, db, make, signIn } = await testApp({ elapsed: () => 0 })
const viewer = await db.selectFrom('role').where('name', '=', 'Viewer').select('id').executeTakeFirstOrThrow()
let count = 0

test('a user who probes for emails in use is soon blocked, while others can continue', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const taken = await make.user()
  const invite = (Email: string, who = as) =>
    call(users.create, { body: { FullName: 'Ann', Email, UserRole: viewer.id } }, { as: who })
  for (let n = 0; n < 20; n++) expect(problemOf(await invite(taken.email)).ErrorCode).toBe('email_taken')
  for (const email of [taken.email, `free${++count}@example.org`])
    expect(problemOf(await invite(email))).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  const colleague = await signIn({ role: 'Site Administrator', site: as.user.site })
  expect((await invite(`free${++count}@example.org`, colleague)).status).toBe(201)
})

test('device addresses in use count as conflicts too, and newly created devices do not', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const taken = await make.device()
  const create = (Mac: string) => call(devices.create, { body: { Name: 'Device', Mac } }, { as })
  for (let n = 0; n < 25; n++)
    expect((await create(`0A:00:00:00:01:${n.toString(16).padStart(2, '0')}`)).status).toBe(201)
  for (let n = 0; n < 20; n++) expect(problemOf(await create(taken.mac)).ErrorCode).toBe('mac_taken')
  expect(problemOf(await create(taken.mac))).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
})

test('a user who renames their own site to probe for other customers is soon blocked, even with another letter case', async () => {
  const taken = await make.site({ name: 'Riverdale' })
  const as = await signIn({ role: 'Site Administrator' })
  const { id } = as.user.site
  const rename = (body: { Name?: string; City?: string }, written = id) =>
    call(sites.update, { params: { id: written }, body }, { as })
  for (let n = 0; n < 20; n++)
    expect(problemOf(await rename({ Name: taken.name }, n % 2 ? id.toUpperCase() : id))).toMatchObject({
      status: 409,
      ErrorCode: 'site_name_taken',
    })
  for (const Name of [taken.name, `Free ${++count}`])
    expect(problemOf(await rename({ Name }))).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  expect((await rename({ Name: as.user.site.name, City: 'Riverside' })).status).toBe(200)
})

test('names of sites that the user sees do not count as conflicts', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const { site } = as.user
  const [east, west] = [await make.site({ parent: site }), await make.site({ parent: site })]
  const rename = (id: string, Name: string) => call(sites.update, { params: { id }, body: { Name } }, { as })
  for (let n = 0; n < 25; n++)
    expect(problemOf(await rename(east.id, west.name)).ErrorCode).toBe('site_name_taken')
  expect((await rename(site.id, `Free ${++count}`)).status).toBe(200)
})
