import { afterAll, expect, test } from 'vitest'
import { minute } from '../../../test/notified-school.ts'
import { callerAt, toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { deleteDevice } from '../devices/remove-device.command.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())

type School = Awaited<ReturnType<typeof toldSchool>>

/** Limits the webhook event to some devices or device groups. */
async function limit({ db, event }: School): Promise<void> {
  await db.updateTable('webhook_event').set({ all_devices: false }).where('id', '=', event.id).execute()
}

async function endAlert({ fresh, room, time }: School): Promise<void> {
  time.now += minute
  await fresh(room)
  time.now += 10 * minute
  await fresh(room)
}

const statuses = async (school: School) =>
  (await school.deliveries()).map(({ kind, status }) => `${kind} ${status}`)

test('the end of an alert is sent if its device has been deleted', async () => {
  const school = await toldSchool(receiver)
  const { ann, db, event, room } = school
  await limit(school)
  await db
    .insertInto('webhook_event_device')
    .values({ webhook_event_id: event.id, device_id: room.id })
    .execute()
  await school.vape(room)
  await school.run()
  await deleteDevice(school, callerAt(ann), room.id)
  await school.run()
  expect(await statuses(school)).toEqual(['AlertStarted sent', 'AlertEnded sent'])
})

test('the end of an alert is sent if its device has left the device group since', async () => {
  const school = await toldSchool(receiver)
  const { db, event, make, room, site } = school
  await limit(school)
  const group = await make.deviceGroup({ site })
  await db
    .insertInto('device_group_device')
    .values({ device_group_id: group.id, device_id: room.id })
    .execute()
  await db
    .insertInto('webhook_event_device_group')
    .values({ webhook_event_id: event.id, device_group_id: group.id })
    .execute()
  await school.vape(room)
  await school.run()
  await db.deleteFrom('device_group_device').where('device_group_id', '=', group.id).execute()
  await endAlert(school)
  await school.run()
  expect(await statuses(school)).toEqual(['AlertStarted sent', 'AlertEnded sent'])
})

test('the end of an alert is not sent by a webhook event that was switched off, or has not sent the start', async () => {
  const school = await toldSchool(receiver)
  const { db, event, make, request, room, site } = school
  await school.vape(room)
  await school.run()
  await db.updateTable('webhook_event').set({ is_active: false }).where('id', '=', event.id).execute()
  await make.webhookEvent({ site, request, events: ['AlertStarted', 'AlertEnded'] })
  await endAlert(school)
  await school.run()
  expect(await statuses(school)).toEqual(['AlertStarted sent'])
})

test('a webhook event without starts sends the ends of all alerts that match', async () => {
  const school = await toldSchool(receiver, ['AlertEnded'])
  await school.vape(school.room)
  await school.run()
  await endAlert(school)
  await school.run()
  expect(await statuses(school)).toEqual(['AlertEnded sent'])
})
