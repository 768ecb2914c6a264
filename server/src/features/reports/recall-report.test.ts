import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../../test/mail-sink.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createSmtpMailer } from '../../platform/smtp.ts'
import { planReports } from './plan-reports.job.ts'

const app = await testApp()
const { clock, db, make } = app

/** Sends the manager of a school an email with its weekly report that the mail server does not accept at first. */
async function failedEmail() {
  const site = await make.site({ parent: await make.site() })
  const user = await make.user({ site, role: 'Site Manager' })
  const { id } = await make.subscription({ site, alert_types: ['Pdf-Weekly'] })
  await db
    .insertInto('subscription_user')
    .values({ subscription_id: id, stage: 1, user_id: user.id })
    .execute()
  await planReports(db, new Date('2026-11-11T12:00:00Z'))
  await planReports(db, new Date('2026-11-16T12:00:00Z'))
  const sink = await startMailSink()
  const mailer = createSmtpMailer(sink.url)
  onTestFinished(async () => {
    mailer.close()
    await sink.stop()
  })
  const jobs = createTestJobs({ ...app, clock, log: createLog('silent'), mailer })
  sink.refusals.push({ code: 451, text: 'later' })
  await jobs.runDue()
  await jobs.runDue()
  const statuses = async () => {
    const rows = await db.selectFrom('message').where('user_id', '=', user.id).select('status').execute()
    return rows.map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['composed'])
  return {
    site,
    user,
    statuses,
    received: sink.received,
    async retry() {
      app.advance(5 * 60_000)
      await jobs.runDue()
    },
    change: (columns: { is_active?: boolean; deleted_at?: Date; site_id?: string; email?: string }) =>
      db.updateTable('app_user').set(columns).where('id', '=', user.id).execute(),
  }
}
type Failed = Awaited<ReturnType<typeof failedEmail>>

test('an email with a report that could not be delivered before is sent to its receiver', async () => {
  const { received, retry, statuses, user } = await failedEmail()
  await retry()
  expect(received.map(({ receivers }) => receivers)).toEqual([[user.email]])
  expect(await statuses()).toEqual(['sent'])
})

test.each([
  ['its receiver was deactivated', ({ change }: Failed) => change({ is_active: false })],
  ['its receiver was deleted', ({ change }: Failed) => change({ deleted_at: new Date() })],
  [
    'its receiver moved to another customer',
    async ({ change }: Failed) => change({ site_id: (await make.site()).id }),
  ],
  ['the address of its receiver has changed', ({ change }: Failed) => change({ email: 'new@example.org' })],
  [
    'its receiver may no longer read reports',
    ({ user }: Failed) =>
      db
        .updateTable('app_user')
        .set((eb) => ({ role_id: eb.selectFrom('role').select('id').where('name', '=', 'Viewer') }))
        .where('id', '=', user.id)
        .execute(),
  ],
  [
    'the report was deleted',
    ({ site }: Failed) =>
      db.updateTable('report').set({ deleted_at: new Date() }).where('site_id', '=', site.id).execute(),
  ],
])('an email with a report that could not be delivered before is dropped if %s', async (_what, change) => {
  const made = await failedEmail()
  await change(made)
  await made.retry()
  expect(made.received).toEqual([])
  expect(await made.statuses()).toEqual(['dropped'])
})
