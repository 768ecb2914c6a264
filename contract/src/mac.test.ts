import { expect, test } from 'vitest'
import { DeviceInput } from './device-input.ts'

const accepts = (Mac: string) => DeviceInput.safeParse({ Name: 'Room 104', Mac }).success

test.each(['00:00:00:00:00:00', 'ff-ff-ff-ff-ff-ff', 'FFFF.FFFF.FFFF'])(
  'no device is created with the address %s',
  (mac) => {
    expect(accepts(mac)).toBe(false)
  },
)

test.each(['00:00:00:00:00:01', 'FF:FF:FF:FF:FF:FE', '02005e100001'])(
  'a device is created with the address %s',
  (mac) => {
    expect(accepts(mac)).toBe(true)
  },
)
