import { devices } from '@eot/contract/devices'
import { expect, test } from 'vitest'
import { type As, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

test('the details of a device name only the groups of sites that the caller sees, and only to those who may view groups', async () => {
  const district = await make.site()
  const school = await make.site({ parent: district })
  const device = await make.device({ site: school })
  const above = await make.deviceGroup({ site: district })
  const own = await make.deviceGroup({ site: school })
  await db
    .insertInto('device_group_device')
    .values([above, own].map(({ id }) => ({ device_group_id: id, device_id: device.id })))
    .execute()
  const groupsShownTo = async (as: As) => {
    const { status, data } = await call(
      devices.get,
      { params: { id: device.id }, query: { details: true } },
      { as },
    )
    expect(status).toBe(200)
    return data.Details?.Groups.map(({ Id }) => Id)
  }
  expect(await groupsShownTo(await signIn({ site: district }))).toEqual([above.id, own.id])
  expect(await groupsShownTo(await signIn({ site: school, role: 'Site Staff' }))).toEqual([own.id])
  expect(await groupsShownTo(await signIn({ site: school, role: 'Viewer' }))).toEqual([])
})
