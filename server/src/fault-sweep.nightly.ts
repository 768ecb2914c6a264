import { test } from 'vitest'
import { administrationChanges } from '../test/audited-changes/administration-changes.ts'
import { deviceChanges } from '../test/audited-changes/device-changes.ts'
import { signInChanges } from '../test/audited-changes/sign-in-changes.ts'
import { sweepFaults } from '../test/fault-sweep.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const named = [...signInChanges, ...administrationChanges, ...deviceChanges].map(
  ({ endpoint, arrange }) => [`${endpoint.method} ${endpoint.path}`, arrange] as const,
)

test.each(named)(
  '%s takes full effect or none when its connection is lost at any statement, and can be retried',
  async (_name, arrange) => {
    await sweepFaults(app, arrange, (statements) =>
      Array.from({ length: statements }, (_, index) => index + 1),
    )
  },
)
