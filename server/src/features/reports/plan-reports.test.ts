import { reports } from '@eot/contract/reports'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import { planReports } from './plan-reports.job.ts'

const app = await testApp()
const { call, db, make, runJobs, mailsTo } = app
const at = (text: string) => new Date(text)

/** Creates a school in Chicago with a person subscribed to everything. */
async function school(alertTypes: string[] | null = ['Pdf-Weekly']) {
  const site = await make.site({
    parent: await make.site(),
    name: 'Lincoln High',
    time_zone: 'America/Chicago',
  })
  const user = await make.user({ site, role: 'Site Manager' })
  const subscription = await make.subscription({ site, alert_types: alertTypes })
  await db
    .insertInto('subscription_user')
    .values({ subscription_id: subscription.id, stage: 1, user_id: user.id })
    .execute()
  return { site, user, subscription }
}
const listed = async (siteId: string) =>
  (
    await db
      .selectFrom('report')
      .where('site_id', '=', siteId)
      .select(['type', 'first_day', 'last_day'])
      .orderBy('id')
      .execute()
  ).map(({ type, first_day, last_day }) => `${type} ${first_day} ${last_day}`)
// Each test moves the clock, so records left by other tests are deleted first.
const alone = () => sql`truncate report, report_cursor, subscription cascade`.execute(db)

describe('reports are planned', () => {
  test('for the week before, on Monday at 06:00 local time of the site, starting with the first subscription', async () => {
    await alone()
    const { site } = await school()
    await planReports(db, at('2026-11-11T12:00:00Z'))
    expect(await listed(site.id)).toEqual([])
    await planReports(db, at('2026-11-16T11:59:59Z'))
    expect(await listed(site.id)).toEqual([])
    await planReports(db, at('2026-11-16T12:00:00Z'))
    await planReports(db, at('2026-11-16T12:05:00Z'))
    expect(await listed(site.id)).toEqual(['Pdf-Weekly 2026-11-09 2026-11-15'])
  })

  test('after downtime in order, each once, although two processes plan at the same time', async () => {
    await alone()
    const { site } = await school(['Pdf-Weekly', 'Pdf-Monthly'])
    await planReports(db, at('2026-10-20T12:00:00Z'))
    const now = at('2026-12-02T12:00:00Z')
    await Promise.all([
      planReports(db, now),
      planReports(db, now),
      planReports(db, at('2026-11-25T00:00:00Z')),
    ])
    const weekly = (await listed(site.id)).filter((one) => one.startsWith('Pdf-Weekly'))
    expect(weekly).toEqual([
      'Pdf-Weekly 2026-10-19 2026-10-25',
      'Pdf-Weekly 2026-10-26 2026-11-01',
      'Pdf-Weekly 2026-11-02 2026-11-08',
      'Pdf-Weekly 2026-11-09 2026-11-15',
      'Pdf-Weekly 2026-11-16 2026-11-22',
      'Pdf-Weekly 2026-11-23 2026-11-29',
    ])
    expect((await listed(site.id)).filter((one) => one.startsWith('Pdf-Monthly'))).toEqual([
      'Pdf-Monthly 2026-10-01 2026-10-31',
      'Pdf-Monthly 2026-11-01 2026-11-30',
    ])
  })

  test('once for a period, although the site moves to another time zone or the report is deleted', async () => {
    await alone()
    const { site, user } = await school()
    await planReports(db, at('2026-11-11T12:00:00Z'))
    await planReports(db, at('2026-11-16T12:00:00Z'))
    await db.updateTable('site').set({ time_zone: 'Pacific/Honolulu' }).where('id', '=', site.id).execute()
    await planReports(db, at('2026-11-16T18:00:00Z'))
    const as = await app.signIn(user)
    const [report] = (await call(reports.list, { params: { id: site.id } }, { as })).data.Items ?? []
    await call(reports.remove, { params: { id: report?.Id ?? '' } }, { as })
    await planReports(db, at('2026-11-17T18:00:00Z'))
    expect(await listed(site.id)).toEqual(['Pdf-Weekly 2026-11-09 2026-11-15'])
    expect((await call(reports.list, { params: { id: site.id } }, { as })).data.Total).toBe(0)
  })

  test('for sites with subscriptions, not for paused or inactive ones, nor if the site has turned them off', async () => {
    await alone()
    const { site, user, subscription } = await school(null)
    const below = await make.site({ parent: site, name: 'Annex', time_zone: 'America/Chicago' })
    await planReports(db, at('2026-11-11T12:00:00Z'))
    await db
      .insertInto('subscription_site')
      .values({ subscription_id: subscription.id, site_id: below.id })
      .execute()
    await db
      .updateTable('subscription')
      .set({ all_devices: false })
      .where('id', '=', subscription.id)
      .execute()
    await planReports(db, at('2026-11-11T12:05:00Z'))
    const as = await app.signIn(user)
    await call(reports.changeSettings, { params: { id: below.id }, body: { Monthly: false } }, { as })
    await planReports(db, at('2026-12-01T12:00:00Z'))
    expect(await listed(site.id)).toEqual([])
    expect(new Set((await listed(below.id)).map((one) => one.split(' ')[0]))).toEqual(
      new Set(['Pdf-Weekly', 'Heatmap-Alerts']),
    )
    await db
      .updateTable('subscription')
      .set({ paused_until: at('2027-01-01T00:00:00Z') })
      .execute()
    const before = await listed(below.id)
    await planReports(db, at('2026-12-20T12:00:00Z'))
    expect(await listed(below.id)).toEqual(before)
  })
})

test('everybody named by a subscription gets the report once, as PDF or with a link that requires signing in', async () => {
  await alone()
  const { site, user, subscription } = await school()
  const viewer = await make.user({ site, role: 'Viewer' })
  const reader = await make.user({ site, role: 'Site Staff', settings: JSON.stringify({ Clock: '24h' }) })
  for (const { id } of [viewer, reader])
    await db
      .insertInto('subscription_user')
      .values({ subscription_id: subscription.id, stage: 1, user_id: id })
      .execute()
  const device = await make.device({ site, name: '=1+1 <b>' })
  await make.alert({
    device,
    type: 'Vape',
    started_at: at('2026-11-10T15:00:00Z'),
    ended_at: at('2026-11-10T15:10:00Z'),
  })
  await planReports(db, at('2026-11-11T12:00:00Z'))
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await runJobs()
  await runJobs()
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Weekly report, Lincoln High: 1 alert, 1 more than the week before')
  expect(mail?.attachment?.fileName).toBe('weekly-report-lincoln-high-2026-11-09.pdf')
  expect(
    Buffer.from(mail?.attachment?.base64 ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(mail?.text).toContain(`https://portal.example.org/reports/weekly-report?siteId=${site.id}&report=`)
  // People who may not read reports get none.
  expect(await mailsTo(viewer.email)).toEqual([])
  expect(await mailsTo(reader.email)).toHaveLength(1)

  const as = await app.signIn(user)
  const params = { id: site.id }
  const [record] =
    (await call(reports.list, { params, query: { reportTypes: ['Pdf-Weekly'] } }, { as })).data.Items ?? []
  expect(record).toMatchObject({
    State: 'Ready',
    Progress: 1,
    Receivers: 2,
    CreatedBy: null,
    FirstDay: '2026-11-09',
  })
  const stored = await call(reports.read, { params: { id: record?.Id ?? '' } }, { as })
  expect(stored.data.Headline).toBe('1 alert, 1 more than the week before')
  const csv = await call(
    reports.table,
    { params: { id: record?.Id ?? '' }, query: { table: 'devices' } },
    { as },
  )
  expect(csv.text).toContain("'=1+1 <b>,Lincoln High,Vape 1,1,0,1,600")

  await call(reports.changeSettings, { params, body: { Delivery: 'Link' } }, { as })
  await planReports(db, at('2026-11-23T12:00:00Z'))
  await runJobs()
  const [, linked] = await mailsTo(user.email)
  expect(linked?.attachment).toBeUndefined()
  expect(linked?.text).toContain('No alerts started in this period.')
})

test('a person and a list that have moved to a site above do not get the report until they are back', async () => {
  await alone()
  const { site, user, subscription } = await school()
  const member = await make.user({ site, role: 'Site Manager' })
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: member.id }).execute()
  await db
    .insertInto('subscription_user_list')
    .values({ subscription_id: subscription.id, stage: 1, user_list_id: list.id })
    .execute()
  const moveTo = async (site_id: string) => {
    await db.updateTable('app_user').set({ site_id }).where('id', '=', user.id).execute()
    await db.updateTable('user_list').set({ site_id }).where('id', '=', list.id).execute()
  }
  const counts = async () => [(await mailsTo(user.email)).length, (await mailsTo(member.email)).length]
  await planReports(db, at('2026-11-11T12:00:00Z'))
  await moveTo(siteIdsOf(site.path).at(-2) ?? '')
  await planReports(db, at('2026-11-16T12:00:00Z'))
  await runJobs()
  expect(await counts()).toEqual([0, 0])
  await moveTo(site.id)
  await planReports(db, at('2026-11-23T12:00:00Z'))
  await runJobs()
  expect(await counts()).toEqual([1, 1])
})

test('hours with more alerts than the weeks before are reported, and an ordinary day is not', async () => {
  await alone()
  const { site, user } = await school(['Heatmap-Alerts'])
  await db
    .updateTable('site')
    .set({ created_at: at('2026-01-01T00:00:00Z') })
    .where('id', '=', site.id)
    .execute()
  const device = await make.device({ site, name: 'Restroom 2F' })
  await planReports(db, at('2026-11-12T13:00:00Z'))
  for (let n = 0; n < 4; n++) {
    const start = at('2026-11-12T17:05:00Z').getTime() + n * 600_000
    await make.alert({
      device,
      type: 'Vape',
      started_at: new Date(start),
      ended_at: new Date(start + 60_000),
    })
  }
  await planReports(db, at('2026-11-14T13:00:00Z'))
  await runJobs()
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Unusual hours, Lincoln High: 1 hour with more alerts than usual')
  expect(mail?.text).toContain('Thu 11 AM: 4 alerts, usually 0')
  expect(mail?.text).toContain('Mostly Vape (4); at Restroom 2F (4).')
  expect(mail?.text).toContain('/reports/alerts?siteId=')
})

test('a report on demand shows its progress, can be canceled, and is generated by a job', async () => {
  await alone()
  const { site, user } = await school()
  const as = await app.signIn(user)
  const params = { id: site.id }
  const body = {
    Name: 'Third floor',
    Day: '2026-11-02',
    LastDay: '2026-11-05',
    Sections: ['Types', 'Summary'] as const,
  }
  const first = await call(
    reports.create,
    { params, body: { ...body, Sections: [...body.Sections] } },
    { as },
  )
  expect([first.status, first.data.State]).toEqual([202, 'Waiting'])
  const second = await call(reports.create, { params, body: { Day: '2026-11-02' } }, { as })
  expect((await call(reports.cancel, { params: { id: second.data.Id } }, { as })).data.State).toBe('Canceled')
  expect((await call(reports.read, { params: { id: first.data.Id } }, { as })).status).toBe(409)
  await runJobs()
  expect((await call(reports.get, { params: { id: first.data.Id } }, { as })).data).toMatchObject({
    Name: 'Third floor',
    State: 'Ready',
    Progress: 1,
    CreatedBy: { Id: user.id },
  })
  expect((await call(reports.get, { params: { id: second.data.Id } }, { as })).data.State).toBe('Canceled')
  const { data } = await call(reports.read, { params: { id: first.data.Id } }, { as })
  expect([data.Name, data.Period, data.Sections.map(({ Key }) => Key)]).toEqual([
    'Third floor',
    'Nov 2–5, 2026',
    ['Types', 'Summary'],
  ])
})
