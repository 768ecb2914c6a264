import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { createLog } from '../platform/log.ts'
import { parseConfig } from './config.ts'
import { startProgram } from './start-program.ts'

test.each([
  [undefined, false],
  ['', false],
  ['test', false],
  ['production', false],
  ['development', true],
])('with NODE_ENV %j, access to development features is %j', async (written, isOpen) => {
  vi.stubEnv('NODE_ENV', written)
  onTestFinished(() => void vi.unstubAllEnvs())
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const settings = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: '0', ROLES: 'api' }
  const config = parseConfig({ ...settings, SECRET_KEY: '11'.repeat(32) })
  const program = await startProgram(config, createLog('silent'))
  onTestFinished(program.stop)

  const api = `http://127.0.0.1:${program.httpPort}/api`
  expect(await (await fetch(`${api}/about`)).json()).toMatchObject({ IsDevelopment: isOpen })
  const register = await fetch(`${api}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(register.status).toBe(isOpen ? 400 : 404)
})
