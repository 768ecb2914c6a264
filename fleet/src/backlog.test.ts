import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Backlog } from './backlog.ts'

test('a full backlog drops the oldest items and counts them', () => {
  const backlog = new Backlog<number>(3)
  backlog.add(1, 2, 3, 4, 5)
  expect(backlog.dropped).toBe(2)
  expect(backlog.take(10)).toEqual([3, 4, 5])
})

test('items that could not be sent return to the front', () => {
  const backlog = new Backlog<number>(10)
  backlog.add(1, 2, 3)
  const taken = backlog.take(2)
  backlog.add(4)
  backlog.putBack(taken)
  expect(backlog.take(10)).toEqual([1, 2, 3, 4])
})

test('after any sequence of operations every item is kept in order or counted as dropped', () => {
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ take: fc.integer({ min: 0, max: 7 }), fails: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const backlog = new Backlog<number>(10)
      const sent: number[] = []
      let made = 0
      for (const one of steps) {
        if ('add' in one) backlog.add(...Array.from({ length: one.add }, () => made++))
        else {
          const taken = backlog.take(one.take)
          if (one.fails) backlog.putBack(taken)
          else sent.push(...taken)
        }
        expect(backlog.size).toBeLessThanOrEqual(10)
      }
      expect(sent.length + backlog.size + backlog.dropped).toBe(made)
      expect(sent).toEqual([...sent].sort((a, b) => a - b))
    }),
  )
})
