import { alerts } from '@eot/contract/alerts'
import { audit } from '@eot/contract/audit'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

/** The portal's clock is fixed. */
const now = new Date()
const clock = () => now
const { call, make, signIn } = await testApp({ clock })

const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()

async function openAlert() {
  const staff = await signIn({ role: 'Site Staff', full_name: 'Pia' })
  const device = await make.device({ site: staff.user.site })
  const { id } = await make.alert({ device, ended_at: null })
  return { staff, id, device }
}

type Who = Awaited<ReturnType<typeof signIn>>
const snooze = (id: string, as: Who, minutes: number) =>
  call(alerts.snooze, { params: { id }, body: { Until: inMinutes(minutes) } }, { as })
const wake = (id: string, as: Who) => call(alerts.endSnooze, { params: { id } }, { as })

test('users who may confirm an open alert can snooze it, and it shows who snoozed it and until when', async () => {
  const { id, staff } = await openAlert()
  expect((await snooze(id, staff, 15)).data).toMatchObject({
    SnoozedUntil: inMinutes(15),
    SnoozedBy: { Name: 'Pia' },
    Confirmed: false,
  })
  const viewer = await signIn({ site: staff.user.site, role: 'Viewer' })
  expect(problemOf(await snooze(id, viewer, 15)).ErrorCode).toBe('not_permitted')
  const seen = await call(alerts.get, { params: { id } }, { as: viewer })
  expect(seen.data.SnoozedUntil).toBe(inMinutes(15))
  expect(problemOf(await snooze(id, await signIn(), 15)).ErrorCode).toBe('alert_not_found')
})

test('a snooze ends within eight hours, and cannot begin after the alert has ended', async () => {
  const { device, id, staff } = await openAlert()
  expect(problemOf(await snooze(id, staff, 0)).Errors).toEqual([
    { Path: 'Until', Message: 'Must be in the future' },
  ])
  expect(problemOf(await snooze(id, staff, 8 * 60 + 1)).Errors).toEqual([
    { Path: 'Until', Message: 'Must be within 8 hours' },
  ])
  const ended = await make.alert({ device, type: 'Vape' })
  expect(problemOf(await snooze(ended.id, staff, 15)).ErrorCode).toBe('alert_ended')
})

test('a snooze can be ended early, and the history shows both', async () => {
  const { id, staff } = await openAlert()
  await snooze(id, staff, 60)
  expect((await wake(id, staff)).data.SnoozedUntil).toBe(clock().toISOString())
  await wake(id, staff) // changes nothing
  const administrator = await signIn({ site: staff.user.site, role: 'Site Administrator' })
  const { data } = await call(audit.list, { query: { subject: id } }, { as: administrator })
  expect(data.Items?.map(({ Action, Changes }) => [Action, Changes])).toEqual([
    ['alert.snooze_ended', { SnoozedUntil: [inMinutes(60), null] }],
    ['alert.snoozed', { SnoozedUntil: [null, inMinutes(60)] }],
  ])
})
