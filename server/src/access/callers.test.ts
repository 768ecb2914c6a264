import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { createAccess } from './access.ts'
import { accessTokenSeconds } from './access-token.ts'
import { createCallers } from './callers.ts'
import { sessionQueries } from './sessions.queries.ts'

const { access, advance, call, clock, db, signIn } = await testApp()
/** A second process on the same database. */
const elsewhere = createAccess({ db, secretKey: Buffer.alloc(32, 7), clock })

/** Returns what a live connection keeps of its token. */
async function hold(token: string) {
  const admission = await elsewhere.callers.admit(token)
  if (!admission) throw new Error('signed in')
  const { sessionId, sessionVersion } = admission.caller
  return { sessionId, sessionVersion, expiresAt: admission.expiresAt }
}

const changes = {
  'the session ended': (userId: string) =>
    db.updateTable('session').set({ revoked_at: clock() }).where('user_id', '=', userId).execute(),
  'the user was deactivated': (userId: string) =>
    db.updateTable('app_user').set({ is_active: false }).where('id', '=', userId).execute(),
  'the user was deleted': (userId: string) =>
    db.updateTable('app_user').set({ deleted_at: clock() }).where('id', '=', userId).execute(),
  'the role or password changed': (userId: string) =>
    db
      .updateTable('app_user')
      .set((eb) => ({ session_version: eb('session_version', '+', 1) }))
      .where('id', '=', userId)
      .execute(),
}

describe.each(Object.entries(changes))('when %s', (_name, change) => {
  test('access ends within a second, in every process', async () => {
    const { AccessToken, user } = await signIn()
    expect(await elsewhere.callers.authenticate(AccessToken)).toMatchObject({ userId: user.id })
    await change(user.id)
    advance(1000)
    expect(await access.callers.authenticate(AccessToken)).toBeNull()
    expect(await elsewhere.callers.authenticate(AccessToken)).toBeNull()
  })

  test('access ends at once in the process that made the change', async () => {
    const { AccessToken, user } = await signIn()
    expect(await access.callers.authenticate(AccessToken)).not.toBeNull()
    await change(user.id)
    access.callers.invalidateUser(user.id)
    expect(await access.callers.authenticate(AccessToken)).toBeNull()
  })

  test('connections opened before are no longer valid', async () => {
    const { AccessToken, user } = await signIn()
    const [one, other] = [await hold(AccessToken), await hold((await signIn()).AccessToken)]
    expect(await elsewhere.callers.stillValid([one, other])).toEqual(new Set([one, other]))
    await change(user.id)
    expect(await elsewhere.callers.stillValid([one, other])).toEqual(new Set([other]))
  })
})

test('a connection is valid until its token expires', async () => {
  const { AccessToken } = await signIn()
  const held = await hold(AccessToken)
  advance((accessTokenSeconds - 2) * 1000)
  expect(await elsewhere.callers.stillValid([held])).toEqual(new Set([held]))
  advance(2000)
  expect(await elsewhere.callers.stillValid([held])).toEqual(new Set())
})

test('a connection ends when its session is limited to setting up a second factor', async () => {
  const { AccessToken, user } = await signIn()
  const held = await hold(AccessToken)
  await db.updateTable('session').set({ is_setting_up: true }).where('user_id', '=', user.id).execute()
  expect(await elsewhere.callers.stillValid([held])).toEqual(new Set())
})

test('a token refreshed after a role change carries the new role', async () => {
  const tokens = await signIn({ role: 'Viewer' })
  await db
    .updateTable('app_user')
    .set((eb) => ({
      session_version: 2,
      role_id: eb.selectFrom('role').select('id').where('name', '=', 'Site Manager'),
    }))
    .where('id', '=', tokens.user.id)
    .execute()
  access.callers.invalidateUser(tokens.user.id)
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  const refreshed = await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
  const { data } = await call(users.myPermissions, {}, { as: refreshed.data })
  expect(data.Priority).toBe(60)
})

test('requests within a short time share one query, and a later request runs a new one', async () => {
  const { AccessToken } = await signIn()
  let asked = 0
  const queries = sessionQueries(db)
  const callers = createCallers({
    tokens: access.tokens,
    clock,
    queries: {
      ...queries,
      findCaller(sessionId, now) {
        asked++
        return queries.findCaller(sessionId, now)
      },
    },
  })
  await Promise.all(Array.from({ length: 20 }, () => callers.authenticate(AccessToken)))
  expect(asked).toBe(1)
  advance(900)
  await callers.authenticate(AccessToken)
  expect(asked).toBe(2)
})

test('a failed query is not cached', async () => {
  const { AccessToken } = await signIn()
  let isDown = true
  const queries = sessionQueries(db)
  const callers = createCallers({
    tokens: access.tokens,
    clock,
    queries: {
      ...queries,
      findCaller: (sessionId, now) =>
        isDown ? Promise.reject(new Error('down')) : queries.findCaller(sessionId, now),
    },
  })
  await expect(callers.authenticate(AccessToken)).rejects.toThrow('down')
  isDown = false
  expect(await callers.authenticate(AccessToken)).not.toBeNull()
})
