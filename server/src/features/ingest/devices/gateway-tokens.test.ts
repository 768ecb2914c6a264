import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { findGateway } from './device-directory.queries.ts'
import { hashSecret } from './device-directory.ts'

const { call, db, pool, signIn } = await testApp()

/** Creates a token. Returns functions that use it, tell when it was last used, and set that time back. */
async function makeToken() {
  const as = await signIn()
  const params = { id: as.user.site.id }
  const { data } = await call(sites.createGatewayToken, { params }, { as })
  const find = () => findGateway(pool, hashSecret(data.Token))
  const lastUsed = async () => {
    const row = await db.selectFrom('gateway_token').selectAll().where('id', '=', data.Id).executeTakeFirst()
    return row?.last_used_at?.getTime()
  }
  const usedAt = (at: Date) =>
    db.updateTable('gateway_token').set({ last_used_at: at }).where('id', '=', data.Id).execute()
  const revoke = () => call(sites.revokeGatewayToken, { params: { ...params, tokenId: data.Id } }, { as })
  return { id: data.Id, find, lastUsed, usedAt, revoke }
}

test('the use of a gateway token is noted once a minute', async () => {
  const { id, find, lastUsed, usedAt } = await makeToken()
  expect(await find()).toMatchObject({ id })
  const first = await lastUsed()
  expect(first).toBeGreaterThan(Date.now() - 60_000)
  expect(await find()).toMatchObject({ id })
  expect(await lastUsed()).toBe(first)
  const before = new Date(Date.now() - 61_000)
  await usedAt(before)
  expect(await find()).toMatchObject({ id })
  expect(await lastUsed()).toBeGreaterThan(before.getTime())
})

test('a revoked gateway token is not found, and its use not noted', async () => {
  const { find, lastUsed, revoke } = await makeToken()
  expect((await revoke()).status).toBe(204)
  expect(await find()).toBeUndefined()
  expect(await lastUsed()).toBeUndefined()
})
