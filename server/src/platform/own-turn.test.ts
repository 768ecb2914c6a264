import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'
import { ownTurn } from './own-turn.ts'

test('turns come one at a time, the task with the most progress first, the others in order', async () => {
  const order: string[] = []
  const turn = (name: string, progress: number) => ownTurn(progress).then(() => order.push(name))
  const turns = [turn('begun', 1), turn('further', 2), turn('also begun', 1), turn('furthest', 3)]
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['furthest'])
  await Promise.all(turns)
  expect(order).toEqual(['furthest', 'further', 'begun', 'also begun'])
})

test('long work is processed in slices, in order, with other work in between', async () => {
  const seen: (number | string)[] = []
  const work = inSlices([1, 2, 3, 4, 5], 2, (slice) => seen.push(...slice))
  setImmediate(() => seen.push('other'))
  await work
  expect(seen.filter((one) => one !== 'other')).toEqual([1, 2, 3, 4, 5])
  expect(seen.indexOf('other')).toBeLessThan(seen.indexOf(5))
})

test('work that fits into one slice is processed immediately', () => {
  const seen: number[] = []
  void inSlices([1, 2], 2, (slice) => seen.push(...slice))
  expect(seen).toEqual([1, 2])
})
