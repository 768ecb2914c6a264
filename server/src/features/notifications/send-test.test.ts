import { logs } from '@eot/contract/logs'
import { subscriptionTests, testsAnHour } from '@eot/contract/subscription-tests'
import { subscriptions } from '@eot/contract/subscriptions'
import { expect, test } from 'vitest'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { advance, call, db, mailsTo, make, runJobs, signIn, signInAsRoot } = await testApp()

/**
 * Creates a school whose subscription is off, and names a teacher, someone without notifications, and a teacher of another
 * school.
 */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district, name: 'North School' })
  const other = await make.site({ parent: district })
  const device = await make.device({ site })
  const admin = await signIn({ site: district, role: 'Site Administrator', full_name: 'Ada Admin' })
  const tia = await make.user({ site, full_name: 'Tia Teacher' })
  const off = await make.user({ site })
  await db.updateTable('app_user').set({ notifications_enabled: false }).where('id', '=', off.id).execute()
  const sol = await make.user({ site: other })
  const body = {
    Name: 'Night & day',
    Devices: [device.id],
    Users: [tia.id, off.id, sol.id],
    IsActive: false,
  }
  const { data } = await call(subscriptions.create, { body }, { as: admin })
  return { admin, tia, off, sol, id: data.Id }
}

const send = (as: As, id: string, To: 'Me' | 'Receivers') =>
  call(subscriptionTests.send, { params: { id }, body: { To } }, { as })

test('a test goes to the receivers whom the subscription would reach, at any hour, and is marked as a test', async () => {
  const { admin, id, off, sol, tia } = await school()
  const { status, data } = await send(admin, id, 'Receivers')
  expect([status, data]).toEqual([202, { PeopleCount: 1, MessageCount: 1 }])
  const [mail] = await mailsTo(tia.email)
  expect(mail?.subject).toBe('Test of “Night & day”')
  expect(mail?.text).toContain('Ada Admin sent it to see whom the subscription “Night & day” reaches.')
  expect(mail?.text).toContain('Nothing has happened.')
  expect(await mailsTo(off.email)).toEqual([])
  expect(await mailsTo(sol.email)).toEqual([])
})

test('a test to oneself goes only to the caller, and is in the log of emails', async () => {
  const { admin, id, tia } = await school()
  expect((await send(admin, id, 'Me')).data).toEqual({ PeopleCount: 1, MessageCount: 1 })
  expect(await mailsTo(admin.user.email)).toHaveLength(1)
  expect(await mailsTo(tia.email)).toEqual([])
  const root = await signInAsRoot()
  const { data } = await call(
    logs.listEmails,
    { query: { type: 'SubscriptionTest', PageSize: 200 } },
    { as: root },
  )
  const own = data.Items?.filter(({ Receiver }) => Receiver === admin.user.email)
  expect(own).toMatchObject([{ Type: 'SubscriptionTest', Status: 'Sent' }])
})

test('tests do not delay notifications', async () => {
  const { admin, id } = await school()
  await send(admin, id, 'Receivers')
  await runJobs()
  expect(await db.selectFrom('message_pace').selectAll().execute()).toEqual([])
})

test('the number of tests that a user may send an hour is limited', async () => {
  const { admin, id } = await school()
  for (let sent = 0; sent < testsAnHour; sent++) expect((await send(admin, id, 'Me')).status).toBe(202)
  const refused = await send(admin, id, 'Receivers')
  expect([refused.status, problemOf(refused).ErrorCode]).toEqual([429, 'rate_limited'])
  advance(61 * 60_000)
  const later = await signIn(admin.user)
  expect((await send(later, id, 'Me')).status).toBe(202)
})

test('a waiting test is not sent to someone whom the subscription no longer reaches', async () => {
  const another = await make.site({ name: 'Another customer' })
  const changes = [{ site_id: another.id }, { is_active: false }, { email: 'tia.new@example.org' }]
  for (const change of changes) {
    const { admin, id, tia } = await school()
    expect((await send(admin, id, 'Receivers')).data.PeopleCount).toBe(1)
    await db.updateTable('app_user').set(change).where('id', '=', tia.id).execute()
    expect(await mailsTo(tia.email)).toEqual([])
  }
})

test('nothing is sent for a subscription that was deleted before', async () => {
  const { admin, id, tia } = await school()
  await send(admin, id, 'Receivers')
  await call(subscriptions.remove, { params: { id } }, { as: admin })
  expect(await mailsTo(tia.email)).toEqual([])
})
