import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../test/hold-statements.ts'
import { importsAs } from '../../../test/import-file.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, mailsTo, make, pool, signIn } = app
const roles = new Map(
  (await db.selectFrom('role').selectAll().execute()).map(({ id, name }) => [name, id] as const),
)

type As = Awaited<ReturnType<typeof signIn>>
type Request = () => Promise<{ status: number; text: string }>

/** Requests that create a credential, after their preparation. */
const acts: Record<string, (as: As) => Promise<Request>> = {
  async 'invite an administrator'(as) {
    const UserRole = roles.get('Site Administrator') ?? ''
    const body = { FullName: 'Ann', Email: 'ann@example.org', UserRole }
    return () => call(users.create, { body }, { as })
  },
  async 'send a password'(as) {
    const { id } = await make.user({ site: as.user.site, role: 'Viewer' })
    return () => call(users.resendPassword, { params: { id } }, { as })
  },
  async 'create a gateway token'(as) {
    const params = { id: as.user.site.id }
    return () => call(sites.createGatewayToken, { params, body: { Name: 'Attic' } }, { as })
  },
  async 'create a device'(as) {
    return () => call(devices.create, { body: { Name: 'Hall', Mac: '02:12:00:00:00:01' } }, { as })
  },
  async 'replace the key of a device'(as) {
    const { id } = await make.device({ site: as.user.site })
    return () => call(devices.replaceKey, { params: { id }, body: { OverlapSeconds: 0 } }, { as })
  },
  async 'issue the keys of an import'(as) {
    const { check, apply } = importsAs(app, as)
    const { Id } = await check('Name,Mac\nHall,02:12:00:00:00:02\n')
    await apply(Id)
    return () => call(imports.keys, { params: { id: Id } }, { as })
  },
}

test.each(Object.entries(acts))(
  'an administrator who is being demoted cannot %s meanwhile',
  async (_name, prepare) => {
    const as = await signIn({ role: 'Site Administrator' })
    const other = await signIn({ role: 'Site Administrator', site: as.user.site })
    const request = await prepare(as)
    const { untilHeld, untilBlocked, letGo } = await holdStatements(pool, 'insert on audit_entry')
    const body = { UserRole: roles.get('Viewer') ?? '' }
    const demoted = call(users.update, { params: { id: as.user.id }, body }, { as: other })
    await untilHeld()
    const answer = request()
    await untilBlocked()
    await letGo()
    expect((await demoted).status).toBe(200)
    expect(problemOf(await answer)).toMatchObject({ status: 401, ErrorCode: 'invalid_access_token' })
  },
)

test('a temporary password goes to the address that its user has got meanwhile', async () => {
  const as = await signIn({ role: 'Site Administrator' })
  const other = await signIn({ role: 'Site Administrator', site: as.user.site })
  const { id, email } = await make.user({ site: as.user.site, role: 'Viewer' })
  const Email = `new.${email}`
  const { untilHeld, untilBlocked, letGo } = await holdStatements(pool, 'insert on audit_entry')
  const changed = call(users.update, { params: { id }, body: { Email } }, { as: other })
  await untilHeld()
  const sent = call(users.resendPassword, { params: { id } }, { as })
  await untilBlocked()
  await letGo()
  expect((await changed).status).toBe(200)
  expect((await sent).status).toBe(204)
  expect((await mailsTo(Email)).map(({ subject }) => subject)).toContain('Your temporary password')
})
