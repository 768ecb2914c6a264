import { expect, test } from 'vitest'
import type { Input } from './input.ts'
import { LockedDevices } from './locked-devices.ts'

const minute = 60_000
const batchOf = (...numbers: number[]) => numbers.map((no) => ({ kind: 'contact', device: { no } }) as Input)

test('a device is checked for a minute after it was locked, or until it is free', () => {
  let now = 0
  const locked = new LockedDevices(() => now)
  locked.add([1, 2])
  expect(locked.in(batchOf(3, 2, 1))).toEqual([2, 1])
  expect(locked.in(batchOf(3))).toEqual([])
  locked.remove([2])
  now = minute / 2
  locked.add([3])
  now = minute - 1
  expect(locked.in(batchOf(1, 2, 3))).toEqual([1, 3])
  now = minute
  expect(locked.in(batchOf(1, 2, 3))).toEqual([3])
})
