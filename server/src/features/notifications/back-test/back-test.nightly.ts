import { subscriptionEvents } from '@eot/contract/subscription-events'
import { SubscriptionInput } from '@eot/contract/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { notifyFleet } from '../../../../test/notify-fleet.ts'
import { notifyMails } from '../../../../test/notify-mails.ts'
import { insertSubscription } from '../../subscriptions/index.ts'
import { replay } from './replay.command.ts'

const second = 1000
const minute = 60 * second
/** A Monday at 6:15 PM in Chicago, 45 minutes before the default window ends. */
const start = Date.parse('2027-11-08T18:15:00-06:00')

test('a back-test predicts exactly the messages that a replay of the same readings really sends', async () => {
  const fleet = await notifyFleet(start)
  const { append, clock, db, follow, make, report, time } = fleet
  const { deliver } = await notifyMails(fleet)
  const site = await make.site({ name: 'Lincoln High', time_zone: 'America/Chicago' })
  const ann = await make.user({ site, full_name: 'Ann', text_enabled: true, phone_number: '+15075550101' })
  const bo = await make.user({ site, full_name: 'Bo' })
  const cy = await make.user({ site, full_name: 'Cy' })
  await make.blacklistEntry({ receiver: cy.email })
  const rooms = []
  for (const name of ['A', 'B', 'C', 'D']) rooms.push(await make.device({ site, name }))
  // Their first contact is reported too, but no alert remembers it.
  for (const room of rooms) await report(room, { vape: 5 })
  await follow()
  time.now += minute
  const input = SubscriptionInput.parse({
    Name: 'Rooms',
    Devices: 'All',
    Users: [ann.id, cy.id],
    RemindUsers: [bo.id],
    RemindAfter: 10,
    Events: subscriptionEvents,
  })
  const place = { siteId: site.id, path: site.path }
  await db.transaction().execute((tx) => insertSubscription(tx, { site: place, input, hold: true }))

  // Half a minute at a time: A vapes now and then, B for long, C is shaken, D falls silent and returns.
  const minutes = (step: number) => step / 2
  for (let step = 0; step < 120; step++) {
    const at = minutes(step)
    for (const [index, room] of rooms.entries()) {
      if (index === 3 && at >= 10 && at < 30) continue
      const isVaping =
        (index === 0 && at % 25 < 2) || (index === 1 && at >= 6 && at < 24) || (index === 2 && at === 25)
      await report(room, { vape: isVaping ? 90 : 5, ...(index === 2 && { tamper: at % 30 === 13 ? 1 : 0 }) })
    }
    await fleet.findSilent()
    if (at === 20) {
      const open = await db
        .selectFrom('alert')
        .where('ended_at', 'is', null)
        .where('type_key', '=', 'Vape')
        .selectAll()
        .executeTakeFirstOrThrow()
      await db
        .updateTable('alert')
        .set({ confirmed: true, confirmed_by: bo.id, confirmed_at: clock() })
        .where('id', '=', open.id)
        .execute()
      const { site_path: sitePath, device_id: deviceId } = open
      await append([{ kind: 'AlertConfirmed', at: clock(), sitePath, deviceId, alertId: open.id }])
    }
    // The database dates what it stores by its own clock.
    await sql`update alert set raised_at = ${clock()} where raised_at < ${new Date(start - minute)}`.execute(
      db,
    )
    await follow()
    await deliver()
    await deliver() // the messages requested by reminders
    time.now += 30 * second
  }

  const really = await db
    .selectFrom('message')
    .where('status', '=', 'sent')
    .select(['finished_at as at', 'user_id as userId', 'channel', 'subject'])
    .execute()
  const before = await countRows(db)
  const replayed = await replay(db, {
    site: place,
    input,
    from: new Date(start),
    to: new Date(time.now - 30 * second), // the last time at which messages were sent
    isOver: () => false,
  })
  const inOrder = (
    messages: readonly { at: Date | null; userId: string | null; channel: string; subject: string }[],
  ) =>
    messages
      .map(({ at, userId, channel, subject }) => [at?.toISOString(), userId, channel, subject].join(' '))
      .toSorted()
  expect(inOrder(replayed.messages)).toEqual(inOrder(really))
  const subjects = really.map(({ subject }) => subject).join('\n')
  for (const part of [
    /^Vape in A/m,
    /^Ended: Vape/m,
    /^Nobody has confirmed/m,
    /^Confirmed/m,
    /offline/,
    /notices/,
  ])
    expect(subjects).toMatch(part)
  expect(new Set(really.map(({ userId }) => userId))).toEqual(new Set([ann.id, bo.id]))
  expect(await countRows(db)).toEqual(before)
}, 300_000)
