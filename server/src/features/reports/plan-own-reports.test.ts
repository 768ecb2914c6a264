import { logs } from '@eot/contract/logs'
import { ownReports } from '@eot/contract/own-reports'
import { reports } from '@eot/contract/reports'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MadeSite, MadeUser } from '../../../test/factories.ts'
import { type As, testApp } from '../../../test/test-app.ts'
import { planReports } from './plan-reports.job.ts'
import { reportPlanQueries } from './report-plan.queries.ts'

const app = await testApp()
const { call, db, make, runJobs, mailsTo } = app
const at = (text: string) => new Date(text)

/** Creates a report of a school in Chicago that names its manager, planned from `from`. */
async function scheduled(schedule: 'Weekly' | 'Monthly', from: string) {
  // Each test moves the clock, so records left by other tests are deleted first.
  await sql`truncate report, report_cursor, subscription, own_report cascade`.execute(db)
  const site = await make.site({
    parent: await make.site(),
    name: 'Lincoln High',
    time_zone: 'America/Chicago',
  })
  const user = await make.user({ site, role: 'Site Manager' })
  const own = await make.ownReport({ site, name: 'Board', schedule, sections: ['Types', 'Summary'] })
  await name(own.id, user.id)
  await planReports(db, at(from))
  return { site, user, own, as: await app.signIn(user) }
}
const name = (own_report_id: string, user_id: string) =>
  db.insertInto('own_report_user').values({ own_report_id, user_id }).execute()
async function subscribeToWeekly(site: MadeSite, user: MadeUser): Promise<void> {
  const { id } = await make.subscription({ site, alert_types: ['Pdf-Weekly'] })
  await db
    .insertInto('subscription_user')
    .values({ subscription_id: id, stage: 1, user_id: user.id })
    .execute()
}
const listed = async (siteId: string) =>
  (
    await db
      .selectFrom('report')
      .where('site_id', '=', siteId)
      .select(['name', 'type', 'first_day', 'last_day'])
      .orderBy('id')
      .execute()
  ).map(({ name: called, type, first_day, last_day }) => `${called} ${type} ${first_day} ${last_day}`)

test('it is generated at 06:00 local time of its site once for each week, across a clock change, by two processes', async () => {
  const { site } = await scheduled('Weekly', '2026-10-20T12:00:00Z')
  // Until November 1 Chicago is five hours behind UTC, then six.
  for (const [moment, weeks] of [
    ['2026-10-26T10:59:59Z', 0],
    ['2026-10-26T11:00:00Z', 1],
    ['2026-11-02T11:00:00Z', 1],
    ['2026-11-02T11:59:59Z', 1],
    ['2026-11-02T12:00:00Z', 2],
    ['2026-11-02T12:05:00Z', 2],
  ] as const) {
    await Promise.all([planReports(db, at(moment)), planReports(db, at(moment))])
    expect((await listed(site.id)).length, moment).toBe(weeks)
  }
  await Promise.all(
    ['2026-11-17T12:00:00Z', '2026-11-24T12:00:00Z', '2026-11-24T12:00:00Z'].map((now) =>
      planReports(db, at(now)),
    ),
  )
  expect(await listed(site.id)).toEqual([
    'Board Pdf-Weekly 2026-10-19 2026-10-25',
    'Board Pdf-Weekly 2026-10-26 2026-11-01',
    'Board Pdf-Weekly 2026-11-02 2026-11-08',
    'Board Pdf-Weekly 2026-11-09 2026-11-15',
    'Board Pdf-Weekly 2026-11-16 2026-11-22',
  ])
})

test('it is generated in addition to the weekly report and other own ones of the same site and period', async () => {
  const { site, user } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  await make.ownReport({ site, name: 'Council', schedule: 'Weekly' })
  await subscribeToWeekly(site, user)
  await planReports(db, at('2026-11-12T12:00:00Z'))
  await planReports(db, at('2026-11-16T12:00:00Z'))
  expect((await listed(site.id)).toSorted()).toEqual([
    'Board Pdf-Weekly 2026-11-09 2026-11-15',
    'Council Pdf-Weekly 2026-11-09 2026-11-15',
    'Weekly report Pdf-Weekly 2026-11-09 2026-11-15',
  ])
})

test('it is not generated for periods that had ended when it was scheduled, or while its site was inactive', async () => {
  const { site, own, as } = await scheduled('Monthly', '2026-09-10T12:00:00Z')
  await planReports(db, at('2026-10-01T12:00:00Z'))
  const params = { id: own.id }
  await call(ownReports.update, { params, body: { Schedule: 'Weekly' } }, { as })
  // The program uses the current time, and these tests their own.
  await sql`update report_cursor set planned_until = ${at('2026-10-07T12:00:00Z')}`.execute(db)
  await planReports(db, at('2026-10-12T12:00:00Z'))
  await db.updateTable('site').set({ is_active: false }).where('id', '=', site.id).execute()
  await planReports(db, at('2026-10-13T12:00:00Z'))
  await planReports(db, at('2026-11-11T12:00:00Z'))
  await db.updateTable('site').set({ is_active: true }).where('id', '=', site.id).execute()
  await planReports(db, at('2026-11-12T12:00:00Z'))
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await call(ownReports.update, { params, body: { Schedule: 'None' } }, { as })
  await planReports(db, at('2026-12-30T12:00:00Z'))
  expect(await listed(site.id)).toEqual([
    'Board Pdf-Monthly 2026-09-01 2026-09-30',
    'Board Pdf-Weekly 2026-10-05 2026-10-11',
    'Board Pdf-Weekly 2026-11-09 2026-11-15',
  ])
})

test('one that is added while another process plans keeps the time from which it is planned', async () => {
  const { site, as } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  const read = await reportPlanQueries(db).listWanted(at('2026-11-11T12:05:00Z'))
  const body = { Name: 'Council', Sections: ['Types' as const], Schedule: 'Monthly' as const }
  const { data } = await call(ownReports.create, { body }, { as })
  await reportPlanQueries(db).deleteCursors(read)
  const wanted = await reportPlanQueries(db).listWanted(at('2026-11-11T12:05:00Z'))
  expect(wanted.filter(({ siteId }) => siteId === site.id).length).toBe(2)
  expect(wanted.find(({ ownReportId }) => ownReportId === data.Id)?.plannedUntil).toEqual(expect.any(Date))
})

test('its receivers who may read it get it once, as PDF or with a link', async () => {
  const { site, user, own, as } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  const people = {
    viewer: await make.user({ site, role: 'Viewer' }),
    inactive: await make.user({ site, role: 'Site Staff', is_active: false }),
    below: await make.user({ site: await make.site({ parent: site }), role: 'Site Manager' }),
    elsewhere: await make.user({ role: 'Site Manager' }),
    listed: await make.user({ site, role: 'Site Staff' }),
  }
  for (const person of ['viewer', 'inactive', 'below', 'elsewhere'] as const)
    await name(own.id, people[person].id)
  const list = await make.userList({ site })
  for (const { id } of [people.listed, user])
    await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: id }).execute()
  await db
    .insertInto('own_report_user_list')
    .values({ own_report_id: own.id, user_list_id: list.id })
    .execute()
  expect((await call(ownReports.get, { params: { id: own.id } }, { as })).data.ReceiverCount).toBe(2)

  await planReports(db, at('2026-11-16T12:00:00Z'))
  await runJobs()
  await runJobs()
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Board, Lincoln High: No alerts')
  expect(mail?.attachment?.fileName).toBe('board-lincoln-high-2026-11-09.pdf')
  expect(mail?.text).toContain(`https://portal.example.org/reports?siteId=${site.id}&report=`)
  expect(await mailsTo(people.listed.email)).toHaveLength(1)
  for (const person of ['viewer', 'inactive', 'below', 'elsewhere'] as const)
    expect(await mailsTo(people[person].email), person).toEqual([])
  const { data } = await call(reports.list, { params: { id: site.id }, query: { ownReport: own.id } }, { as })
  expect(data.Items).toMatchObject([{ Name: 'Board', State: 'Ready', Receivers: 2, CreatedBy: null }])

  await call(reports.changeSettings, { params: { id: site.id }, body: { Delivery: 'Link' } }, { as })
  await planReports(db, at('2026-11-23T12:00:00Z'))
  await runJobs()
  const [, linked] = await mailsTo(user.email)
  expect(linked?.attachment).toBeUndefined()
})

test('the email log of its site does not show its receivers of sites above', async () => {
  const { site, user, own } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  const operator = await make.user({ site: app.root, role: 'System Administrator' })
  await name(own.id, operator.id)
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await runJobs()
  expect(await mailsTo(operator.email)).toHaveLength(1)
  const receivers = async (as: As) => {
    const { data } = await call(logs.listEmails, { query: { type: ['Report'] } }, { as })
    return data.Items?.map(({ Receiver }) => Receiver)
  }
  const administrator = await app.signIn({ site, role: 'System Administrator' })
  expect(await receivers(administrator)).toEqual([user.email])
  expect(await receivers(await app.signInAsRoot())).toContain(operator.email)
  const kept = db.selectFrom('message').where('user_id', '=', operator.id).select('site_id')
  expect(await kept.execute()).toEqual([{ site_id: app.root.id }])
})

test.each([
  [
    'was deactivated',
    ({ user }: Named) =>
      db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute(),
  ],
  [
    'moved to another site',
    async ({ user }: Named) => {
      const { id } = await make.site()
      await db.updateTable('app_user').set({ site_id: id }).where('id', '=', user.id).execute()
    },
  ],
  [
    'has a site that moved away, and sees it no more',
    async ({ site, user }: Named) => {
      const other = await make.site()
      await db.updateTable('app_user').set({ site_id: other.id }).where('id', '=', user.id).execute()
      const path = `${other.path}${site.id}/`
      await db.updateTable('site').set({ parent_id: other.id, path }).where('id', '=', site.id).execute()
      await db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute()
    },
  ],
  [
    'is no more named, since the report was deleted',
    ({ own, as }: Named) => call(ownReports.remove, { params: { id: own.id } }, { as }),
  ],
])('a receiver does not get it who, after it was planned, %s', async (_what, change) => {
  const made = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await change(made)
  await runJobs()
  expect(await mailsTo(made.user.email)).toEqual([])
  expect(await listed(made.site.id)).toEqual(['Board Pdf-Weekly 2026-11-09 2026-11-15'])
})
type Named = Awaited<ReturnType<typeof scheduled>>

test('the usual reports, and those requested by users, do not wait for own reports', async () => {
  const { site, user, as } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  for (let n = 0; n < 25; n++) await make.ownReport({ site, name: `Council ${n}`, schedule: 'Weekly' })
  await subscribeToWeekly(site, user)
  await planReports(db, at('2026-11-12T12:00:00Z'))
  await planReports(db, at('2026-11-16T12:00:00Z'))
  const params = { id: site.id }
  const made = await call(
    reports.create,
    { params, body: { Day: '2026-11-09', LastDay: '2026-11-10' } },
    { as },
  )
  expect(made.status).toBe(202)
  const { rows } = await sql<{ name: string }>`
    select report.name from jobs.job join report on report.id = job.id
    where job.name = 'make-report' order by priority desc, job.created_on, job.id`.execute(db)
  expect(rows.slice(0, 2).map(({ name: called }) => called)).toEqual(['Weekly report', 'Report'])
  const usual = await call(reports.list, { params, query: { ownReport: 'none', PageSize: 20 } }, { as })
  expect(usual.data.Items?.map(({ Name }) => Name)).toEqual(['Report', 'Weekly report'])
})

test('nobody gets one about devices that no longer exist', async () => {
  const { own, site, user } = await scheduled('Weekly', '2026-11-11T12:00:00Z')
  const device = await make.device({ site })
  await db.updateTable('own_report').set({ all_devices: false }).where('id', '=', own.id).execute()
  await db.insertInto('own_report_device').values({ own_report_id: own.id, device_id: device.id }).execute()
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await db
    .updateTable('device')
    .set({ site_id: (await make.site()).id })
    .where('id', '=', device.id)
    .execute()
  await runJobs()
  expect(await db.selectFrom('report').select('state').execute()).toEqual([{ state: 'Ready' }])
  expect(await mailsTo(user.email)).toEqual([])
})
