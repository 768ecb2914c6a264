import { reports } from '@eot/contract/reports'
import { sites } from '@eot/contract/sites'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../../test/mail-sink.ts'
import { canReadPdfs, textOf } from '../../../test/read-pdf.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createSmtpMailer } from '../../platform/smtp.ts'
import { planReports } from './plan-reports.job.ts'
import { periodWith, rangeOfPeriod } from './report-period.ts'

const app = await testApp()
const { call, clock, db, make } = app
const zone = 'America/Chicago'
const planned = new Date('2026-11-11T12:00:00Z')
const due = new Date('2026-11-16T12:00:00Z')
const markup = '=1+1 <b onclick="x">&amp;'

/** Creates a school with an alert last week, whose weekly report is due, and its receiver. */
async function school() {
  const site = await make.site({ parent: await make.site(), name: `School ${markup}`, time_zone: zone })
  const user = await make.user({ site, role: 'Site Manager' })
  const subscription = await make.subscription({ site, alert_types: ['Pdf-Weekly'] })
  await db
    .insertInto('subscription_user')
    .values({ subscription_id: subscription.id, stage: 1, user_id: user.id })
    .execute()
  const { from } = rangeOfPeriod(periodWith('Pdf-Weekly', '2026-11-10'), zone)
  const at = { started_at: new Date(from + 1000), ended_at: new Date(from + 61_000) }
  await make.alert({ device: await make.device({ site, name: `Room ${markup}` }), type: 'Vape', ...at })
  await planReports(db, planned)
  await planReports(db, due)
  return { site, user }
}

/** Runs the jobs with a real mail server. */
async function deliver(mostBytes?: number) {
  const sink = await startMailSink(mostBytes === undefined ? {} : { mostBytes })
  const mailer = createSmtpMailer(sink.url)
  onTestFinished(async () => {
    mailer.close()
    await sink.stop()
  })
  const jobs = createTestJobs({ ...app, clock, log: createLog('silent'), mailer })
  await jobs.runDue()
  await jobs.runDue()
  return sink.received
}

test('names with markup and formulas are text in the email, its PDF and CSV', async () => {
  const { site, user } = await school()
  const [mail] = (await deliver()).filter(({ receivers }) => receivers.includes(user.email))
  expect(mail?.subject).toBe(`Weekly report, School ${markup}: 1 alert, 1 more than the week before`)
  expect(mail?.text).toContain(`School ${markup}`)
  expect(mail?.html).toContain('School =1+1 &lt;b onclick=&quot;x&quot;&gt;&amp;amp;')
  expect(mail?.html).not.toContain('<b onclick')
  const pdf = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)
  if (canReadPdfs) expect(await textOf(pdf)).toContain(`Room ${markup}`)
  const as = await app.signIn(user)
  const { data } = await call(reports.list, { params: { id: site.id } }, { as })
  const { text } = await call(
    reports.table,
    { params: { id: data.Items?.[0]?.Id ?? '' }, query: { table: 'devices' } },
    { as },
  )
  expect(text).toContain('"Room =1+1 <b onclick=""x"">&amp;"')
})

test('a mail server that only accepts smaller emails gets one with a link instead of the PDF', async () => {
  const { site, user } = await school()
  const [mail, ...more] = (await deliver(20_000)).filter(({ receivers }) => receivers.includes(user.email))
  expect(more).toEqual([])
  expect(mail?.attachments).toEqual([])
  expect(mail?.text).toContain(`/reports/weekly-report?siteId=${site.id}&report=`)
  const sent = await db.selectFrom('message').where('user_id', '=', user.id).select('status').execute()
  expect(sent).toEqual([{ status: 'sent' }])
})

test('for a site that is deleted in the meantime, no report is generated or sent', async () => {
  const { site, user } = await school()
  const as = await app.signInAsRoot()
  const asked = await call(reports.create, { params: { id: site.id }, body: { Day: '2026-11-10' } }, { as })
  expect(asked.status).toBe(202)
  const gone = await call(
    sites.remove,
    { params: { id: site.id }, query: { Name: `School ${markup}` } },
    { as },
  )
  expect(gone.status).toBe(204)
  expect((await deliver()).filter(({ receivers }) => receivers.includes(user.email))).toEqual([])
  expect((await call(reports.get, { params: { id: asked.data.Id } }, { as })).status).toBe(404)
  expect((await call(reports.view, { params: { id: site.id } }, { as })).status).toBe(404)
  const failed = await app.pool.query(
    "select 1 from jobs.job where name = 'make-report' and state in ('failed', 'retry')",
  )
  expect(failed.rowCount).toBe(0)
})
