import { logs } from '@eot/contract/logs'
import { afterAll, expect, test } from 'vitest'
import { startMailSink } from '../../../test/mail-sink.ts'
import { linkOf } from '../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createSmtpMailer } from '../../platform/smtp.ts'

const app = await testApp()
const { call, db, make, signIn } = app
const sink = await startMailSink()
const mailer = createSmtpMailer(sink.url)
afterAll(async () => {
  mailer.close()
  await sink.stop()
})
const log = createLog('info', { write: () => undefined })
const jobs = createTestJobs({ ...app, log, mailer })
const administrator = await signIn({ role: 'System Administrator' })

const person = (columns: object = {}) => make.user({ site: administrator.user.site, ...columns })
type MailColumns = Parameters<typeof make.mail>[0]

async function resend(given: MailColumns, as = administrator) {
  const { id, user } = await make.mail({ user: await person(), status: 'failed', ...given })
  const answer = await call(logs.resendEmail, { params: { id } }, { as })
  await jobs.runDue()
  const received = sink.received.filter(({ receivers }) => receivers.includes(user.email))
  return { id, user, answer, received }
}

test('a notice that failed is sent again, and both are in the log', async () => {
  const { id, user, answer, received } = await resend({ kind: 'PasswordChanged' })
  expect(answer.status).toBe(204)
  expect(received.map(({ subject }) => subject)).toEqual(['Your password was changed'])
  const rows = await db
    .selectFrom('message')
    .where('user_id', '=', user.id)
    .select(['status', 'kind'])
    .execute()
  expect(rows.map(({ status, kind }) => `${kind} ${status}`).toSorted()).toEqual([
    'PasswordChanged failed',
    'PasswordChanged sent',
  ])
  const entry = await db.selectFrom('audit_entry').where('subject_id', '=', id).selectAll().executeTakeFirst()
  expect(entry).toMatchObject({
    action: 'mail.resent',
    actor_id: administrator.user.id,
    details: { type: 'PasswordChanged', user: user.id },
  })
})

test('an expired confirmation is sent again with a new code', async () => {
  const user = await person({ confirmed_at: null })
  const first = await resend({ user, kind: 'Confirmation', status: 'expired' })
  const second = await resend({ user, kind: 'Confirmation', status: 'expired' })
  const codes = second.received.map(({ text }) => linkOf(text ?? '', '/confirm').get('code'))
  expect(first.answer.status).toBe(204)
  expect(new Set(codes).size).toBe(2)
})

test.each([
  ['with a password', { kind: 'TemporaryPassword' }, 'mail_not_resendable'],
  ['that invites with a password', { kind: 'Invitation' }, 'mail_not_resendable'],
  ['with a link that sets a password', { kind: 'PasswordReset', status: 'expired' }, 'mail_not_resendable'],
  ['about alerts', { kind: 'Notification' }, 'mail_not_resendable'],
  ['that was sent', { kind: 'PasswordChanged', status: 'sent' }, 'mail_not_resendable'],
  ['that is waiting', { kind: 'PasswordChanged', status: 'composed' }, 'mail_not_resendable'],
  ['that is kept', { kind: 'PasswordChanged', status: 'kept' }, 'mail_not_resendable'],
  ['that confirms a confirmed address', { kind: 'Confirmation' }, 'mail_not_resendable'],
  ['to a deleted user', { kind: 'PasswordChanged', user_id: null }, 'user_not_found'],
] as const)('an email %s is not sent again', async (_name, given, code) => {
  const { answer, received } = await resend(given)
  expect(problemOf(answer).ErrorCode).toBe(code)
  expect(received).toEqual([])
})

test('a confirmation of a former address and an email to an inactive user are not sent again', async () => {
  const moved = await person({ confirmed_at: null })
  const former = await resend({ user: moved, kind: 'Confirmation', receiver: 'former@example.org' })
  expect(problemOf(former.answer).ErrorCode).toBe('mail_not_resendable')
  const { answer } = await resend({ user: await person({ is_active: false }), kind: 'PasswordChanged' })
  expect(problemOf(answer).ErrorCode).toBe('user_inactive')
})

test('at most five emails of a kind an hour are sent again to an address', async () => {
  const user = await person()
  const { id } = await make.mail({ user, kind: 'PasswordChanged', status: 'failed' })
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++)
    statuses.push((await call(logs.resendEmail, { params: { id } }, { as: administrator })).status)
  expect(statuses.at(0)).toBe(204)
  expect(statuses.at(-1)).toBe(429)
})
