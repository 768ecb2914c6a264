import { alerts } from '@eot/contract/alerts'
import { confirmLinks } from '@eot/contract/confirm-links'
import { describe, expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import { confirmLinkCodes, confirmLinkPurpose } from './confirm-link.ts'

const { call, clock, db, make, signIn } = await testApp()
const codes = confirmLinkCodes(deriveKey(Buffer.alloc(32, 7), confirmLinkPurpose))
const hour = 3_600_000
const later = (ms: number) => new Date(clock().getTime() + ms)

describe('the code of a link', () => {
  const given = { alertId: 'alert', userId: 'user', expiresAt: new Date(1_900_000_000_000) }
  const code = codes.write(given)
  const before = new Date(1_899_999_999_000)

  test('contains the alert, the recipient and the expiry', () => {
    expect(codes.read(code, before)).toEqual(given)
    expect(codes.read(code, given.expiresAt)).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['another alert', code.replace('alert', 'other')],
    ['a later expiry', code.replace(/\.(\w+)\.([^.]+)$/, '.zzzzzz.$2')],
    ['a signature of another key', confirmLinkCodes(Buffer.alloc(32, 8)).write(given)],
    ['a shorter signature', code.slice(0, -1)],
  ])('is refused with %s', (_title, wrong) => {
    expect(codes.read(wrong, before)).toBeUndefined()
  })
})

/** Creates an open alert at a school, Ann who received the link, and the code. */
async function school() {
  const site = await make.site()
  const ann = await signIn({ site, role: 'Site Staff' })
  const { id } = await make.alert({ device: await make.device({ site }), ended_at: null })
  const write = (expiresAt = later(hour)) => codes.write({ alertId: id, userId: ann.user.id, expiresAt })
  return { site, ann, id, write }
}
type User = Awaited<ReturnType<typeof signIn>>
const open = (code: string, as: User) => call(confirmLinks.open, { query: { code } }, { as })
const confirm = (code: string, as: User, Disposition: 'Real' | 'False' = 'Real') =>
  call(confirmLinks.confirm, { body: { Code: code, Disposition } }, { as })

test('opening the link changes nothing; the tap confirms the alert in the name of the user who taps', async () => {
  const { ann, id, site, write } = await school()
  const seen = (await open(write(), ann)).data
  expect(seen).toMatchObject({ IsMine: true, Alert: { Id: id, Confirmed: false } })
  const bo = await signIn({ site, role: 'Site Staff' })
  expect((await open(write(), bo)).data.IsMine).toBe(false)
  const { status, data } = await confirm(write(), bo)
  expect(status).toBe(200)
  expect(data).toMatchObject({ Confirmed: true, Disposition: 'Real', ConfirmedBy: { Id: bo.user.id } })
  const entries = await auditEntriesOf(db, id)
  expect(entries).toMatchObject([{ action: 'alert.confirmed', actor_id: bo.user.id }])
})

test('an alert that is already confirmed stays as it is', async () => {
  const { ann, site, write } = await school()
  const bo = await signIn({ site, role: 'Site Staff' })
  await confirm(write(), bo)
  expect((await confirm(write(), ann, 'False')).data).toMatchObject({
    Disposition: 'Real',
    ConfirmedBy: { Id: bo.user.id },
  })
})

test('an alert that has ended can still be confirmed', async () => {
  const { ann, id, write } = await school()
  await db
    .updateTable('alert')
    .set({ ended_at: clock(), end_reason: 'Cleared' })
    .where('id', '=', id)
    .execute()
  expect((await confirm(write(), ann)).data).toMatchObject({ Confirmed: true, EndReason: 'Cleared' })
})

test('an expired link and a modified one are refused', async () => {
  const { ann, id, write } = await school()
  for (const code of [write(later(-1000)), `${write()}x`, 'nonsense']) {
    expect(problemOf(await open(code, ann)).ErrorCode).toBe('invalid_link')
    expect(problemOf(await confirm(code, ann)).ErrorCode).toBe('invalid_link')
  }
  expect((await call(alerts.get, { params: { id } }, { as: ann })).data.Confirmed).toBe(false)
})

test('the link grants no permission: users of other sites see nothing, and viewers may not confirm', async () => {
  const { site, write } = await school()
  const stranger = await signIn({ role: 'Site Administrator' })
  expect(problemOf(await open(write(), stranger)).ErrorCode).toBe('alert_not_found')
  expect(problemOf(await confirm(write(), stranger)).ErrorCode).toBe('alert_not_found')
  const viewer = await signIn({ site, role: 'Viewer' })
  expect((await open(write(), viewer)).status).toBe(200)
  expect(problemOf(await confirm(write(), viewer)).ErrorCode).toBe('not_permitted')
})
