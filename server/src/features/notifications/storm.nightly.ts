import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { notifyMails } from '../../../test/notify-mails.ts'

const numberOf = (n: number) => `+1507555010${n}`
const start = Date.parse('2027-11-08T10:36:04-06:00')

test('5,000 devices that alarm at once reach ten people in at most three emails and three text messages each within ten minutes, and none is lost', async () => {
  const fleet = await notifyFleet(start)
  const { append, clock, db, follow, make, subscribe, time } = fleet
  const site = await make.site({ name: 'Campus', time_zone: 'America/Chicago' })
  const users = []
  for (let n = 0; n < 10; n++)
    users.push(await make.user({ site, text_enabled: true, phone_number: numberOf(n) }))
  await subscribe({ site, users })
  const mails = await notifyMails(fleet)
  const { id: model } = await db.selectFrom('device_model').select('id').executeTakeFirstOrThrow()
  await sql`insert into device (id, mac, name, model_id, site_id)
    select gen_random_uuid(), 'A4:00:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0'),
      'Room ' || n, ${model}, ${site.id} from generate_series(1, 5000) n`.execute(db)
  await sql`insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
      site_path_names, time_zone, started_at, value, peak, threshold)
    select gen_random_uuid(), 'Vape', 'Critical', no, id, name, ${site.id}, 'Campus', ${site.path}, '[]',
      'America/Chicago', ${clock()}, 90, 90, 50 from device`.execute(db)
  const alerts = await db.selectFrom('alert').select(['id', 'device_id']).execute()
  for (let from = 0; from < alerts.length; from += 100) {
    await append(
      alerts.slice(from, from + 100).map(({ id, device_id }) => ({
        kind: 'AlertStarted' as const,
        at: clock(),
        sitePath: site.path,
        deviceId: device_id,
        alertId: id,
      })),
    )
    time.now += 200
    await follow()
    if (from === 0) await mails.deliver()
  }
  for (const user of users) expect(mails.to(user)).toHaveLength(1)
  await mails.wait(570, 30)
  for (const [n, user] of users.entries()) {
    expect(mails.to(user).length).toBeLessThanOrEqual(3)
    expect(mails.textSink.to(numberOf(n)).length).toBeLessThanOrEqual(3)
  }
  expect(mails.textSink.to(numberOf(0)).at(-1)).toContain('4,900 notifications from Campus: 4,900 Vape.')
  expect(mails.to(users[0] ?? { email: '' }).at(-1)?.subject).toBe(
    '4,900 notifications from Campus: 4,900 Vape',
  )
  const statuses = await db
    .selectFrom('notification')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  expect(statuses.map(({ status, count }) => [status, Number(count)])).toEqual([['told', 100_000]])
})
