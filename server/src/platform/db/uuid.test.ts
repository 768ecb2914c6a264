import { expect, test } from 'vitest'
import { z } from 'zod'
import { uuidv7 } from './uuid.ts'

test('ids are version 7, contain their time, and sort by creation', () => {
  const ids = Array.from({ length: 10_000 }, () => uuidv7())
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  const at = Number.parseInt(uuidv7(4_000_000_000_000).replaceAll('-', '').slice(0, 12), 16)
  expect(at).toBe(4_000_000_000_000)
})

test('ids created after the clock was set back still sort after earlier ones', () => {
  const now = uuidv7(5_000_000_000_000)
  expect(uuidv7(4_999_999_999_000) > now).toBe(true)
})
