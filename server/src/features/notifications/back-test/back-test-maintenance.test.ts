import { SubscriptionInput } from '@eot/contract/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyFleet } from '../../../../test/notify-fleet.ts'
import { notifyMails } from '../../../../test/notify-mails.ts'
import { listChange } from '../../events/index.ts'
import { insertSubscription } from '../../subscriptions/index.ts'
import { replay } from './replay.command.ts'

const minute = 60_000
const start = Date.parse('2027-11-08T10:00:00-06:00')

test('a back-test sends at the end of maintenance exactly the messages that delivery sent', async () => {
  const fleet = await notifyFleet(start)
  const { append, clock, db, follow, make, report, time } = fleet
  const { deliver } = await notifyMails(fleet)
  const site = await make.site({ time_zone: 'America/Chicago' })
  const [ann, bo] = [await make.user({ site }), await make.user({ site })]
  const rooms = []
  for (const name of ['A', 'B', 'C']) rooms.push(await make.device({ site, name }))
  for (const room of rooms) await report(room, { vape: 5 })
  await follow()
  time.now += minute
  const from = clock()
  const input = SubscriptionInput.parse({
    Name: 'Rooms',
    Devices: 'All',
    Users: [ann.id],
    RemindUsers: [bo.id],
    RemindAfter: 10,
    Events: ['AlertStarted', 'AlertEnded'],
  })
  const place = { siteId: site.id, path: site.path }
  await db.transaction().execute((tx) => insertSubscription(tx, { site: place, input, hold: true }))
  const after = (minutes: number) => new Date(from.getTime() + minutes * minute)
  const [starts_at, ends_at] = [after(5), after(25)]
  await make.maintenance({ site, starts_at, ends_at })

  // A stays open, B comes and goes during maintenance, C was reported before and ends during it.
  for (let at = 0; at < 50; at++) {
    const vapes = [at >= 6, at >= 8 && at < 12, at >= 2 && at < 15]
    for (const [index, room] of rooms.entries()) await report(room, { vape: vapes[index] ? 90 : 5 })
    await sql`update alert set raised_at = ${clock()} where raised_at < ${new Date(start - minute)}`.execute(
      db,
    )
    if (at === 25) await append([listChange('MaintenanceChanged', site.path)])
    await follow()
    await deliver()
    await deliver() // the messages requested by reminders
    time.now += minute
  }

  const really = await db
    .selectFrom('message')
    .where('status', '=', 'sent')
    .select(['finished_at as at', 'user_id as userId', 'subject'])
    .execute()
  const to = new Date(time.now - minute)
  const replayed = await replay(db, { site: place, input, from, to, isOver: () => false })
  const inOrder = (messages: readonly { at: Date | null; userId: string | null; subject: string }[]) =>
    messages.map(({ at, userId, subject }) => [at?.toISOString(), userId, subject].join(' ')).toSorted()
  expect(inOrder(replayed.messages)).toEqual(inOrder(really))
  const atEnd = really.filter(({ at }) => at?.getTime() === ends_at.getTime())
  expect(atEnd.length).toBeGreaterThan(0)
  expect(new Set(really.map(({ userId }) => userId))).toEqual(new Set([ann.id, bo.id]))
})
