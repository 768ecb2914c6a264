import { expect, test } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { readExpiring, writeExpiring } from './expiring-storage.ts'

const dayMs = 86_400_000

test('an item exists until its days have passed, then it is removed', () => {
  const storage = memoryStorage()
  writeExpiring(storage, 'key', { a: 1 }, 7, 0)
  expect(readExpiring(storage, 'key', 7 * dayMs - 1)).toEqual({ a: 1 })
  expect(readExpiring(storage, 'key', 7 * dayMs)).toBeUndefined()
  expect(storage.getItem('key')).toBeNull()
})

test('an item that was never written does not exist', () => {
  expect(readExpiring(memoryStorage(), 'key')).toBeUndefined()
})

test.each(['not json', '{"value":1}', 'null', '"text"', '{"value":1,"expiresAt":"soon"}'])(
  'an unreadable item (%s) is removed',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('key', text)
    expect(readExpiring(storage, 'key')).toBeUndefined()
    expect(storage.length).toBe(0)
  },
)
