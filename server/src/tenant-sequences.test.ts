import { test } from 'vitest'
import { runTenantSequence } from '../test/tenant-sequences.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? Date.now() % 2 ** 31)

// 5,000 of them are run at night.
test('whatever three tenants do, none sees or changes foreign records, and nothing revoked is accepted', async () => {
  for (let seed = first; seed < first + 10; seed++) await runTenantSequence(app, seed)
})
