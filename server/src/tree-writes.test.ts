import { test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { runTreeWrites } from '../test/tree-writes.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? 1)

// 20 rounds are run at night.
test('no pair of concurrent writes to sites, devices, groups and users leaves an orphan, a cycle or an open alert at a wrong place', async () => {
  for (let seed = first; seed < first + 4; seed++) await runTreeWrites(app, seed)
})
