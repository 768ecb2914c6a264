import { expect, test } from 'vitest'
import { administrationChanges } from '../test/audited-changes/administration-changes.ts'
import { deviceChanges } from '../test/audited-changes/device-changes.ts'
import { signInChanges } from '../test/audited-changes/sign-in-changes.ts'
import { sweepFaults } from '../test/fault-sweep.ts'
import { losingConnectionAt } from '../test/lose-connection.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const named = [...signInChanges, ...administrationChanges, ...deviceChanges].map(
  ({ endpoint, arrange }) => [`${endpoint.method} ${endpoint.path}`, arrange] as const,
)

test('only the chosen statement fails', async () => {
  const twoStatements = async () => {
    await app.pool.query('select 1')
    return await app.pool.query('select 2').catch(() => 'lost')
  }
  expect(await losingConnectionAt(2, twoStatements)).toEqual({ result: 'lost', statements: 2, isLost: true })
  expect(await losingConnectionAt(3, twoStatements)).toMatchObject({ statements: 2, isLost: false })
})

// The nightly test covers every statement of each.
test.each(named)(
  '%s takes full effect or none when its connection is lost midway, and can be retried',
  async (_name, arrange) => {
    await sweepFaults(app, arrange, (statements) => [1 + Math.floor(Math.random() * statements), statements])
  },
)
