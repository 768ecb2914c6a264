import { expect, test } from 'vitest'
import { z } from 'zod'
import { uuidv7 } from './uuid.ts'

test('ids are version 7, carry their time, and sort as they were made', () => {
  const ids = Array.from({ length: 10_000 }, () => uuidv7())
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  const at = Number.parseInt(uuidv7(4_000_000_000_000).replaceAll('-', '').slice(0, 12), 16)
  expect(at).toBe(4_000_000_000_000)
})

test('a clock set back does not make ids sort before those there are', () => {
  const now = uuidv7(5_000_000_000_000)
  expect(uuidv7(4_999_999_999_000) > now).toBe(true)
})
