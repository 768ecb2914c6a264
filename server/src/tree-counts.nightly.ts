import { test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { runTreeCounts } from '../test/tree-counts.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const trees = Number(process.env.TREES ?? 100)

test('in 100 random trees the lists, counts and numbers of the tree agree for every role and site', async () => {
  for (let seed = first; seed < first + trees; seed++) await runTreeCounts(app, seed)
})
