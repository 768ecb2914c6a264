import { test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { runTreeWrites } from '../test/tree-writes.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const rounds = Number(process.env.ROUNDS ?? 20)

test('none of 200 pairs of concurrent writes to sites, devices, groups and users leaves an orphan, a cycle or an open alert at a wrong place', async () => {
  for (let seed = first; seed < first + rounds; seed++) await runTreeWrites(app, seed)
})
