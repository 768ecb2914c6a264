import { audit } from '@eot/contract/audit'
import { blacklists } from '@eot/contract/blacklist'
import { describe, expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { softBounceLimit } from './block-rule.ts'
import { recordArrival, recordFailure } from './record-delivery.command.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()
const root = await signInAsRoot()
const at = new Date()

const list = async (query: object) => {
  const { data } = await call(blacklists.list, { query }, { as: root })
  return data.Items ?? []
}
const fail = (
  receiver: string,
  kind: 'HardBounce' | 'SoftBounce' | 'Stop',
  type: 'Email' | 'Text' = 'Email',
) => db.transaction().execute((tx) => recordFailure(tx, { type, receiver, kind, detail: 'said so', at }))
const change = (id: string, body: { IsBlocked: boolean; Version?: number }) =>
  call(blacklists.update, { params: { id }, body }, { as: root })

test('an address that bounced is listed with its users, whatever its notation', async () => {
  const user = await make.user({ full_name: 'Nora Blocked' })
  await fail(user.email.toUpperCase(), 'HardBounce')
  expect(await list({ receiver: user.email })).toEqual([
    expect.objectContaining({
      Receiver: user.email,
      Type: 'Email',
      IsBlocked: true,
      Reason: 'HardBounce',
      Detail: 'said so',
      Failures: 1,
      BlockedUntil: null,
      Users: [{ Id: user.id, Name: 'Nora Blocked' }],
    }),
  ])
})

test('the list is filtered by receiver, type, user, block and a search over names', async () => {
  const user = await make.user({ full_name: 'Tess Filter', phone_number: '+1 (507) 555-0101' })
  await fail('+15075550101', 'Stop', 'Text')
  await fail(user.email, 'SoftBounce')
  const receivers = async (query: object) => (await list(query)).map(({ Receiver }) => Receiver).toSorted()
  const both = ['+15075550101', user.email].toSorted()
  expect(await receivers({ user: user.id })).toEqual(both)
  expect(await receivers({ search: 'tess filter' })).toEqual(both)
  expect(await receivers({ user: user.id, type: 'Text' })).toEqual(['+15075550101'])
  expect(await receivers({ user: user.id, IsBlocked: true })).toEqual(['+15075550101'])
  expect(await receivers({ user: user.id, IsBlocked: false })).toEqual([user.email])
  expect(await receivers({ receiver: '5550101' })).toEqual(['+15075550101'])
  expect(await receivers({ search: 'nobody of this name' })).toEqual([])
})

describe('unblocking', () => {
  test('an address gets messages again, its failures are forgotten, and the change is audited', async () => {
    const { id } = await make.blacklistEntry({ failures: 4 })
    const { data } = await change(id, { IsBlocked: false })
    expect(data).toMatchObject({ IsBlocked: false, Failures: 0, Reason: 'HardBounce', Version: 2 })
    const rows = await db
      .selectFrom('audit_entry')
      .where('subject_id', '=', id)
      .select(['action'])
      .where('actor_id', 'is not', null)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([{ action: 'blacklist.unblocked' }])
  })

  test('an unblocked address needs as many failures as any other to be blocked again', async () => {
    const { id, receiver } = await make.blacklistEntry({ failures: softBounceLimit - 1 })
    await change(id, { IsBlocked: false })
    await fail(receiver, 'SoftBounce')
    const { data } = await call(blacklists.get, { params: { id } }, { as: root })
    expect(data).toMatchObject({ IsBlocked: false, Failures: 1 })
  })

  test('the history shows the given reason', async () => {
    const { id } = await make.blacklistEntry()
    const body = { IsBlocked: false, Reason: 'The mailbox exists again' }
    await call(blacklists.update, { params: { id }, body }, { as: root })
    const { data } = await call(audit.list, { query: { subject: id } }, { as: root })
    expect(data.Items?.[0]).toMatchObject({
      Action: 'blacklist.unblocked',
      Changes: { IsBlocked: [true, false], Reason: [null, 'The mailbox exists again'] },
    })
  })

  test('when two administrators change an entry, the second sees what the first has changed', async () => {
    const { id } = await make.blacklistEntry()
    await change(id, { IsBlocked: false, Version: 1 })
    expect(problemOf(await change(id, { IsBlocked: true, Version: 1 }))).toMatchObject({
      status: 409,
      ErrorCode: 'edit_conflict',
    })
  })

  test('setting the current state changes nothing', async () => {
    const { id } = await make.blacklistEntry()
    expect((await change(id, { IsBlocked: true })).data).toMatchObject({ Version: 1, Reason: 'HardBounce' })
  })
})

test('an administrator blocks an address by hand', async () => {
  const { id } = await make.blacklistEntry({ is_blocked: false, reason: null, blocked_at: null })
  expect((await change(id, { IsBlocked: true })).data).toMatchObject({ IsBlocked: true, Reason: 'Manual' })
})

test('a message that arrives ends a series of failures, but not a block', async () => {
  const passing = await make.blacklistEntry({ is_blocked: false, failures: 3 })
  const passed = await make.blacklistEntry({ reason: 'SoftBounces', failures: 5, blocked_until: at })
  const blocked = await make.blacklistEntry()
  for (const { receiver } of [passing, passed, blocked])
    await recordArrival(db, { type: 'Email', receiver, at })
  for (const { receiver } of [passing, passed]) expect(await list({ receiver })).toEqual([])
  expect(await list({ receiver: blocked.receiver })).toHaveLength(1)
})

test('failures of one address at the same time are all counted', async () => {
  const receiver = 'parallel@example.org'
  await Promise.all(Array.from({ length: softBounceLimit }, () => fail(receiver, 'SoftBounce')))
  expect(await list({ receiver })).toEqual([
    expect.objectContaining({ Failures: softBounceLimit, IsBlocked: true, Reason: 'SoftBounces' }),
  ])
})

test('customers do not see the blacklist, which is shared by all customers', async () => {
  const as = await signIn({ role: 'System Administrator' })
  const answer = await call(blacklists.list, { query: {} }, { as })
  expect(answer.status).toBe(403)
})
