import { work, workLimits } from '@eot/contract/health'
import { expect, test } from 'vitest'
import { judgeWork } from './work-behind.ts'

const stateOf = (name: (typeof work)[number], seconds?: number) =>
  judgeWork(seconds === undefined ? {} : { [name]: seconds }).find((state) => state.work === name)

test('work without due parts is up to date', () => {
  expect(judgeWork({}).map((state) => state.work)).toEqual(work)
  expect(stateOf('Events')).toEqual({ work: 'Events', behindSeconds: 0, limitSeconds: 60, isStalled: false })
})

test.each(work)('%s counts as stalled only beyond its limit', (name) => {
  expect(stateOf(name, workLimits[name])?.isStalled).toBe(false)
  expect(stateOf(name, workLimits[name] + 1)).toMatchObject({
    behindSeconds: workLimits[name] + 1,
    isStalled: true,
  })
})

test('work that is ahead of time is not behind', () => {
  expect(stateOf('Partitions', -86_400)?.behindSeconds).toBe(0)
})
