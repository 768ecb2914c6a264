import { devices } from '@eot/contract/devices'
import { maintenance } from '@eot/contract/maintenance'
import { subscriptions } from '@eot/contract/subscriptions'
import { systemMessages } from '@eot/contract/system-messages'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, clock, make, signIn } = await testApp()

const site = await make.site()
const as = await signIn({ site, role: 'System Administrator' })
const tomorrow = Math.ceil(clock().getTime() / 1000) * 1000 + 86_400_000
const utc = new Date(tomorrow).toISOString()
const inBerlin = new Date(tomorrow + 2 * 3_600_000).toISOString().replace('.000Z', '+02:00')

test('times in requests may have an offset, and are in UTC in responses', async () => {
  const message = { Title: 'Works', StartAt: inBerlin }
  expect((await call(systemMessages.create, { body: message }, { as })).data.StartAt).toBe(utc)
  const window = { EndAt: inBerlin, Reason: 'Paint' }
  expect((await call(maintenance.create, { body: window }, { as })).data.EndAt).toBe(utc)
  const rule = { Name: 'Vape', Devices: 'All' as const, Users: [as.user.id], PausedUntil: inBerlin }
  expect((await call(subscriptions.create, { body: rule }, { as })).data.PausedUntil).toBe(utc)
  const { id } = await make.device({ site })
  const change = { params: { id }, body: { Expiration: inBerlin } }
  expect((await call(devices.update, change, { as })).data.Expiration).toBe(utc)
})
