import { expect, test } from 'vitest'
import { gatherReads } from './gather-reads.ts'

/** Reads that end one after the other, when the test releases them. */
function heldReads() {
  const asked: number[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const find = gatherReads(async (keys: number[]) => {
    const answer = Promise.withResolvers<void>()
    asked.push(keys)
    held.push(answer)
    await answer.promise
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]))
  })
  const isAsked = async (count: number) => {
    await expect.poll(() => asked.length, { interval: 1 }).toBe(count)
    const last = held.at(-1)
    if (!last) throw new Error('nothing was asked')
    return last
  }
  return { asked, find, isAsked }
}

test('values requested during a query are read together by the next one', async () => {
  const { asked, find, isAsked } = heldReads()
  const first = find(1)
  const query = await isAsked(1)
  const rest = [find(2), find(3), find(-1), find(2)]
  query.resolve()
  expect(await first).toBe('value 1')
  const next = await isAsked(2)
  next.resolve()
  expect(await Promise.all(rest)).toEqual(['value 2', 'value 3', undefined, 'value 2'])
  expect(asked).toEqual([[1], [2, 3, -1]])
})

test('a query that fails rejects only for its callers', async () => {
  const { find, isAsked } = heldReads()
  const first = find(1)
  const query = await isAsked(1)
  const second = find(2)
  query.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  ;(await isAsked(2)).resolve()
  expect(await second).toBe('value 2')
})
