import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { administrator, launchProgram } from '../../test/child-program.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog } from '../platform/log.ts'

const devices = 8000

test('an import whose program is killed midway leaves nothing, and the next program completes it exactly once', async () => {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 2, log: createLog('silent') })
  const dataDir = await makeTemporaryDirectory()
  const launch = () =>
    launchProgram({
      dataDir,
      environment: { DATABASE_URL: url, SECRET_KEY: '11'.repeat(32), LOG_LEVEL: 'silent' },
    })
  let program = launch()
  onTestFinished(async () => {
    await program.kill()
    await pool.end()
    await drop()
  })
  const api = async (path: string, body: string | object, token?: string) => {
    const isText = typeof body === 'string'
    const response = await fetch(`http://127.0.0.1:${(await program.ready).http}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': isText ? 'text/csv' : 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: isText ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { AccessToken: string; Id: string }
  }
  const state = async () => {
    const { rows } = await pool.query<{ state: string; progress: number }>(
      'select state, progress from csv_import',
    )
    return rows[0]
  }
  const until = async (isReached: (now: Awaited<ReturnType<typeof state>>) => boolean) => {
    while (!isReached(await state())) await delay(5)
  }
  const count = async (text: string) => (await pool.query<{ count: number }>(text)).rows[0]?.count
  const countDevices = () => count('select count(*) as count from device')
  const countEntries = (action: string) =>
    count(`select count(*) as count from audit_entry where action = '${action}'`)

  const { AccessToken } = await api('/auth/login', {
    Email: administrator.email,
    Password: administrator.password,
  })
  const address = (n: number) =>
    `02:13:00:00:${[n >> 8, n & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`
  const file = Array.from({ length: devices }, (_, n) => `Room ${n},${address(n)}`)
  const { Id } = await api('/imports?Kind=Devices', `Name,Mac\n${file.join('\n')}\n`, AccessToken)
  await until((now) => now?.state === 'Checked')
  await api(`/imports/${Id}/apply`, {}, AccessToken)
  await until((now) => now?.state === 'Applying' && now.progress > 0)
  await program.kill()
  expect(await state()).toMatchObject({ state: 'Applying' })
  expect([await countDevices(), await countEntries('device.created')]).toEqual([0, 0])

  program = launch()
  await program.ready
  // The next worker takes over once the heartbeat of the killed one is late.
  await pool.query(
    "update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'run-import'",
  )
  await until((now) => now?.state === 'Done')
  expect(await countDevices()).toBe(devices)
  expect(await countEntries('device.created')).toBe(devices)
  expect(await countEntries('import.applied')).toBe(1)
}, 180_000)
