import { type BlockReason, blacklists } from '@eot/contract/blacklist'
import { expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

const blocksOf = async (as: As) => (await call(blacklists.mine, {}, { as })).data
const end = (as: As, Type: 'Email' | 'Text') => call(blacklists.endMine, { body: { Type } }, { as })

/** Creates a user whose email address is blocked. */
async function blocked(reason: BlockReason) {
  const as = await signIn()
  const entry = await make.blacklistEntry({ receiver: as.user.email.toLowerCase(), reason })
  return { as, ...entry }
}

test('people see only their own blocked addresses, whatever the notation of their number', async () => {
  const { as, receiver } = await blocked('HardBounce')
  const phone_number = '+1 (507) 555-0177'
  await db.updateTable('app_user').set({ phone_number }).where('id', '=', as.user.id).execute()
  await make.blacklistEntry({ receiver: '+15075550177', type: 'Text', reason: 'Stop' })
  expect(await blocksOf(as)).toEqual([
    expect.objectContaining({ Type: 'Email', Receiver: receiver, Reason: 'HardBounce', IsEndable: true }),
    expect.objectContaining({ Type: 'Text', Receiver: '+15075550177', Reason: 'Stop', IsEndable: false }),
  ])
  expect(await blocksOf(await signIn())).toEqual([])
})

test('an expired block is not listed', async () => {
  const as = await signIn()
  const blocked_until = new Date(Date.now() - 1000)
  await make.blacklistEntry({ receiver: as.user.email, reason: 'SoftBounces', blocked_until })
  expect(await blocksOf(as)).toEqual([])
})

test.each(['HardBounce', 'Complaint', 'SoftBounces'] as const)(
  'the owner of an address ends a block for the reason %s, which is audited',
  async (reason) => {
    const { as, id } = await blocked(reason)
    expect((await end(as, 'Email')).status).toBe(204)
    expect(await blocksOf(as)).toEqual([])
    const entries = await auditEntriesOf(db, id)
    expect(entries).toMatchObject([{ action: 'blacklist.unblocked', actor_id: as.user.id }])
  },
)

test.each(['Manual', 'Stop'] as const)('the owner cannot end a block for the reason %s', async (reason) => {
  const { as } = await blocked(reason)
  expect(problemOf(await end(as, 'Email'))).toMatchObject({ status: 409, ErrorCode: 'block_not_endable' })
  expect(await blocksOf(as)).toHaveLength(1)
})

test('an address that is not blocked, or belongs to another user, has no block to end', async () => {
  await blocked('HardBounce')
  const as = await signIn()
  expect(problemOf(await end(as, 'Email'))).toMatchObject({ ErrorCode: 'blacklist_entry_not_found' })
})
