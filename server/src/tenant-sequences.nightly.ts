import { test } from 'vitest'
import { runTenantSequence } from '../test/tenant-sequences.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const first = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const sequences = Number(process.env.SEQUENCES ?? 5000)

test('in 5,000 sequences of calls by three tenants none sees or changes foreign records, and nothing revoked is accepted', async () => {
  for (let seed = first; seed < first + sequences; seed++) await runTenantSequence(app, seed)
})
