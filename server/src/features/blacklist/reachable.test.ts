import { lists } from '@eot/contract/user-lists'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

const phone_number = '+1 507 555-0100'
let count = 0
const texted = { email_enabled: false, text_enabled: true, phone_number }

test.each<[title: string, columns: object, blocked: 'Email' | 'Text' | null, reached: number]>([
  ['by email', {}, null, 1],
  ['by text message', texted, null, 1],
  ['without a confirmed address', { confirmed_at: null }, null, 0],
  ['without a confirmed address, by text message', { ...texted, confirmed_at: null }, null, 1],
  ['without a phone number', { ...texted, phone_number: null }, null, 0],
  ['with a phone number of letters', { ...texted, phone_number: 'ask the office' }, null, 0],
  ['with a phone number without its country', { ...texted, phone_number: '0507 555 0100' }, null, 0],
  ['with neither channel on', { email_enabled: false, phone_number }, null, 0],
  ['without notifications', { ...texted, notifications_enabled: false }, null, 0],
  ['with an inactive account', { ...texted, is_active: false }, null, 0],
  ['with a blocked email address', {}, 'Email', 0],
  ['with a blocked email address, by text message too', { text_enabled: true, phone_number }, 'Email', 1],
  ['with a blocked phone number', texted, 'Text', 0],
])('people %s count as reachable if messages reach them', async (_title, columns, blocked, reached) => {
  const as = { as: await signIn({ role: 'System Administrator' }) }
  // A separate number, since another case may have blocked that of the others.
  const number = `+1507${String(++count).padStart(7, '0')}`
  const own =
    'phone_number' in columns && columns.phone_number === phone_number ? { phone_number: number } : {}
  const user = await make.user({ site: as.as.user.site, ...columns, ...own })
  if (blocked)
    await make.blacklistEntry({ type: blocked, receiver: blocked === 'Text' ? number : user.email })
  await call(lists.create, { body: { Name: 'All', Users: [user.id] } }, as)
  const { data } = await call(lists.list, {}, as)
  expect(data.Items?.[0]?.ReachableCount).toBe(reached)
})
