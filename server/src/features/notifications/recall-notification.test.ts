import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { notifyMails } from '../../../test/notify-mails.ts'

const start = Date.parse('2027-11-08T10:00:00+01:00')

/** Sends Ann an email that the mail server does not accept at first. */
async function failedEmail() {
  const fleet = await notifyFleet(start)
  const { db, make, subscribe } = fleet
  const above = await make.site({ name: 'District' })
  const site = await make.site({ name: 'School', parent: above })
  const gym = await make.device({ site, name: 'Gym' })
  const ann = await make.user({ site: above, full_name: 'Ann', email: 'ann@example.org' })
  await subscribe({ site: above, users: [ann] })
  const mails = await notifyMails(fleet)
  mails.sink.refusals.push({ code: 451, text: 'later' })
  await fleet.vape(gym)
  await mails.run()
  expect(mails.sink.received).toEqual([])
  return {
    ...fleet,
    ...mails,
    above,
    ann,
    change: (columns: { is_active?: boolean; site_id?: string; email?: string }) =>
      db.updateTable('app_user').set(columns).where('id', '=', ann.id).execute(),
    statuses: async () => {
      const rows = await db
        .selectFrom('message')
        .select('status')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(({ status }) => status)
    },
  }
}

test('a person who may still get an email gets the same one', async () => {
  const { ann, statuses, to, wait } = await failedEmail()
  await wait(300, 60)
  expect(to(ann)).toHaveLength(1)
  expect(await statuses()).toEqual(['sent'])
})

test('a person who was deactivated does not get messages that could not be delivered before', async () => {
  const { change, sink, statuses, told, wait } = await failedEmail()
  await change({ is_active: false })
  await wait(1800, 60)
  expect(sink.received).toEqual([])
  expect(new Set(await statuses())).toEqual(new Set(['dropped']))
  expect(await told()).toEqual(['Ann, Vape Started, Gym, UserInactive'])
})

test('a person who has left the site does not get its events', async () => {
  const { change, make, sink, told, wait } = await failedEmail()
  const other = await make.site({ name: 'Elsewhere' })
  await change({ site_id: other.id })
  await wait(1800, 60)
  expect(sink.received).toEqual([])
  expect(await told()).toEqual(['Ann, Vape Started, Gym, NotPermitted'])
})

test('a person whose address has changed gets the email at the new one', async () => {
  const { change, sink, statuses, wait } = await failedEmail()
  await change({ email: 'new@example.org' })
  await wait(300, 60)
  expect(sink.received.map(({ receivers }) => receivers)).toEqual([['new@example.org']])
  expect(await statuses()).toEqual(['dropped', 'sent'])
})
