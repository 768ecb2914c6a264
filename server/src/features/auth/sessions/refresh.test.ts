import { expect, test } from 'vitest'
import { isWithinGrace, successorOf } from './refresh.ts'

const key = Buffer.alloc(32, 1)

test('a token has one successor, which differs for each generation, session and key', () => {
  const successor = successorOf(key, 'session', 1)
  expect(successorOf(key, 'session', 1)).toBe(successor)
  expect(successor).toMatch(/^[\w-]{43}$/)
  const others = [
    successorOf(key, 'session', 2),
    successorOf(key, 'session ', 1),
    successorOf(Buffer.alloc(32, 2), 'session', 1),
  ]
  expect(new Set([successor, ...others]).size).toBe(4)
})

test('a token may be reused within ten seconds, and not later', () => {
  const usedAt = new Date(1_000_000)
  expect(isWithinGrace(usedAt, new Date(1_010_000))).toBe(true)
  expect(isWithinGrace(usedAt, new Date(1_010_001))).toBe(false)
})
