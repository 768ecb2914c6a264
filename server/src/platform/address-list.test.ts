import { expect, test } from 'vitest'
import { createAddressList } from './address-list.ts'

const isListed = createAddressList(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])

test.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8:1::2', '::1'])('%s is listed', (address) => {
  expect(isListed(address)).toBe(true)
})

test.each(['11.0.0.1', '192.0.2.8', '2001:db9::1', '::2', '10.evil', '', '10.0.0'])(
  '%j is not listed',
  (address) => {
    expect(isListed(address)).toBe(false)
  },
)
