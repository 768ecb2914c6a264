import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { afterUse } from '../../../../test/after-use.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createTestDatabase } from '../../../../test/test-database.ts'
import type { Database } from '../../../database.ts'
import { createPool } from '../../../platform/db/pool.ts'
import { createLog } from '../../../platform/log.ts'
import { StartRefused } from '../../../platform/start-refused.ts'
import { createFirstAdministrator } from './first-start.command.ts'

const app = await testApp()
const { passwords, clock } = app

async function emptyDatabase() {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 4, log: createLog('silent') })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  afterUse(async () => {
    await db.destroy()
    await drop()
  })
  return { db, passwords, clock }
}

test('the first administrator can sign in, sees the root and has every permission', async () => {
  const { email, password } = app.administrator
  const { data } = await app.call(auth.login, { body: { Email: email, Password: password } })
  const me = await app.call(users.me, {}, { as: data })
  expect(me.data).toMatchObject({ Site: { Id: app.root.id }, UserRole: { Name: 'System Administrator' } })
})

test('without a configured password one is generated and shown once', async () => {
  const parts = await emptyDatabase()
  const made = await createFirstAdministrator(parts)
  expect(made).toMatchObject({ email: 'admin@eot.local' })
  expect(made?.generatedPassword).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  const { password_hash } = await parts.db
    .selectFrom('app_user')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  expect(await passwords.matches(password_hash, made?.generatedPassword ?? '')).toBe(true)
  expect(await createFirstAdministrator(parts)).toBeUndefined()
})

test('a configured address and password are used, and the password is not shown', async () => {
  const made = await createFirstAdministrator(await emptyDatabase(), {
    email: 'Chief@Example.org',
    password: 'a long password',
  })
  expect(made).toEqual({ email: 'chief@example.org' })
})

test('when several programs start at once, exactly one creates the administrator', async () => {
  const parts = await emptyDatabase()
  const made = await Promise.all(Array.from({ length: 4 }, () => createFirstAdministrator(parts)))
  expect(made.filter((one) => one !== undefined)).toHaveLength(1)
  expect(await parts.db.selectFrom('site').select('id').execute()).toHaveLength(1)
})

test('a password that is too short prevents the start with an error message', async () => {
  const start = createFirstAdministrator(await emptyDatabase(), { password: 'short' })
  await expect(start).rejects.toThrow(StartRefused)
  await expect(start).rejects.toThrow('ADMIN_PASSWORD must have at least 10 characters')
})
