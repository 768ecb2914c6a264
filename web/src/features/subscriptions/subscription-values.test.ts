import { expect, test } from 'vitest'
import { needsReceivers } from './subscription-values.ts'

const Users = [{ Id: '01900000-0000-7000-8000-000000000001', FullName: 'Tia Teacher' }]

test('a subscription that has lost its receivers needs new ones only to be switched on', () => {
  const on = { IsActive: true }
  const off = { IsActive: false }
  expect(needsReceivers({ ...on, Users, Lists: [] }, off)).toBe(true)
  expect(needsReceivers({ ...on, Users: [], Lists: [] }, on)).toBe(false)
  expect(needsReceivers({ ...off, Users: [], Lists: [] }, on)).toBe(true)
})
