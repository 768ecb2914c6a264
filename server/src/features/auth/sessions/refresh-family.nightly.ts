import { expect, test } from 'vitest'
import { countSuccessors } from '../../../../test/count-successors.ts'
import { testApp } from '../../../../test/test-app.ts'

const app = await testApp()

test('fifty parallel refreshes of each of a thousand generations get one successor each', async () => {
  expect(new Set(await countSuccessors(app, 1000))).toEqual(new Set([1]))
})
