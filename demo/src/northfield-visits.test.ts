import { expect, test } from 'vitest'
import { foundationOfTest, madeAt } from '../test/small-demo.ts'
import { emailDomain, northfieldSchools } from './northfield-schools.ts'
import { northfieldOutages, northfieldVisits } from './northfield-visits.ts'
import { webhookPauses } from './northfield-webhooks.ts'
import { planOrganization } from './organization.ts'
import { prepareDemo } from './prepare-demo.ts'

const dayMs = 86_400_000

test('the past of the organization shows on each page of the administration', async () => {
  const parts = await foundationOfTest()
  const plan = {
    sites: planOrganization(northfieldSchools, emailDomain),
    administratorEmail: `admin@${emailDomain}`,
    historyDays: 7,
    visits: northfieldVisits,
    lastVisits: webhookPauses,
    outages: northfieldOutages.filter(({ agoMs }) => agoMs < 6 * dayMs),
  }
  const quietly = { signal: { throwIfAborted: () => undefined }, say: () => undefined }
  await prepareDemo(parts, plan, quietly)
  const rows = async <Row extends object>(text: string) => (await parts.pool.query<Row>(text)).rows

  const groups = await rows<{ name: string; members: number }>(
    `select name, count(d)::int as members from device_group g
     left join device_group_device d on d.device_group_id = g.id group by g.id order by name`,
  )
  expect(groups.map(({ name }) => name)).toEqual([
    'All restrooms',
    'Arts academy',
    'Gyms and sports halls',
    'Hallways',
    'Science rooms',
  ])
  expect(groups.every(({ members }) => members > 0)).toBe(true)
  expect(await rows('select name from user_list order by name')).toEqual([
    { name: 'Campus directors' },
    { name: 'Evenings and weekends' },
  ])

  expect(
    await rows('select full_name from app_user where text_enabled and phone_number is not null order by 1'),
  ).toEqual([{ full_name: 'Grace Okafor' }, { full_name: 'Luis Ortega' }, { full_name: 'Marcus Bell' }])

  const subscriptions = await rows<{ is_active: boolean; paused_until: Date | null; receivers: number }>(
    `select is_active, paused_until,
       (select count(*)::int from subscription_user u where u.subscription_id = s.id and stage = 1) +
       (select count(*)::int from subscription_user_list l where l.subscription_id = s.id and stage = 1) as receivers
     from subscription s`,
  )
  expect(subscriptions).toHaveLength(8)
  expect(subscriptions.every(({ receivers }) => receivers > 0)).toBe(true)
  expect(subscriptions.filter(({ is_active }) => !is_active)).toHaveLength(1)
  expect(subscriptions.filter(({ paused_until }) => paused_until && paused_until > madeAt)).toHaveLength(1)

  const deliveries = await rows<{ request_name: string; status: string; attempts: number }>(
    'select request_name, status, attempts from webhook_delivery',
  )
  const statusesOf = (name: string) =>
    new Set(deliveries.filter((one) => one.request_name === name).map(({ status }) => status))
  expect(statusesOf('Security channel')).toEqual(new Set(['sent']))
  expect(statusesOf('Building control')).toEqual(new Set(['failed']))
  expect(await rows('select 1 from webhook_event where is_active')).toEqual([])
  expect(await rows("select 1 from webhook_delivery where status = 'waiting'")).toEqual([])
  expect(deliveries.some(({ status, attempts }) => status === 'sent' && attempts > 2)).toBe(true)

  const messages = await rows<{ starts_at: Date; ends_at: Date | null; is_active: boolean }>(
    'select starts_at, ends_at, is_active from system_message',
  )
  const shown = messages.filter(({ is_active }) => is_active)
  expect(shown.filter(({ ends_at }) => ends_at && ends_at < madeAt)).toHaveLength(1)
  expect(shown.filter(({ starts_at }) => starts_at > madeAt)).toHaveLength(1)
  expect(shown.length).toBe(3)
  expect(messages.length).toBe(4)
  expect(
    await rows(
      'select distinct r.name from system_message_role m join role r on r.id = m.role_id order by 1',
    ),
  ).toEqual([{ name: 'Site Manager' }, { name: 'Site Staff' }])

  expect(await rows('select state, counts from csv_import')).toEqual([
    { state: 'Done', counts: { Created: 3, Refused: 2 } },
  ])

  expect(
    await rows(
      `select s.name as site, count(*)::int as devices, o.ended_at > o.started_at as ended
       from outage o join outage_alert l on l.outage_id = o.id join site s on s.id = o.site_id group by s.name, o.id`,
    ),
  ).toEqual([{ site: 'Lakeshore High School', devices: 6, ended: true }])
  expect(await rows("select count(*)::int as n from audit_entry where action like 'site.outage%'")).toEqual([
    { n: 2 },
  ])

  const signedIn = "select distinct actor_id from audit_entry where action = 'session.started'"
  // Everybody but the colleague who was invited this morning.
  expect(await rows(`select full_name as name from app_user where id not in (${signedIn})`)).toEqual([
    { name: 'Noah Castillo' },
  ])

  // The sites and devices were added before the history begins.
  const added = await rows<{ at: Date }>(
    "select distinct at from audit_entry where action in ('site.created', 'device.created') order by at",
  )
  expect(added[0]?.at).toEqual(new Date(madeAt.getTime() - 21 * dayMs))

  const changes = await rows<{ who: string; at: Date }>(
    `select u.full_name as who, a.at from audit_entry a join app_user u on u.id = a.actor_id
     where a.details ? 'changes' order by a.at`,
  )
  expect(new Set(changes.map(({ who }) => who)).size).toBe(5)
  const ages = changes.map(({ at }) => Math.round((madeAt.getTime() - at.getTime()) / dayMs))
  expect(Math.max(...ages)).toBe(74)
  expect(Math.min(...ages)).toBe(0)
  expect(await rows("select 1 from pg_namespace where nspname = 'demo_time'")).toEqual([])
})
