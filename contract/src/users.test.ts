import { expect, test } from 'vitest'
import { Invitation } from './users.ts'

const messageOf = (PhoneNumber: string) =>
  Invitation.shape.PhoneNumber.safeParse(PhoneNumber).error?.issues[0]?.message

test.each(['+1 507 555 0164', '+44 20 7946 0958', '+49-30-901820', '', '+1 (507) 555-0164'])(
  'the phone number %j is international',
  (number) => {
    expect(messageOf(number)).toBeUndefined()
  },
)

test.each([
  ['507 555 0164', 'Please enter an international number such as +1 507 555 0164'],
  ['+0 507 555 0164', 'Please enter an international number such as +1 507 555 0164'],
  ['+44 (0)20 7946 0958', 'Please leave out the (0)'],
])('the phone number %j is refused', (number, message) => {
  expect(messageOf(number)).toBe(message)
})
