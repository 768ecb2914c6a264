import { test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { runTreeCounts } from '../test/tree-counts.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? 1)

// 100 trees are checked at night.
test('the list, the count and the number in the tree of devices, users and open alerts agree for every role and site, and are those of the site plus those below', async () => {
  for (let seed = first; seed < first + 3; seed++) await runTreeCounts(app, seed)
})
