import { expect, onTestFinished, test, vi } from 'vitest'
import { administrator } from '../../test/child-program.ts'
import { startMailSink } from '../../test/mail-sink.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { passTime } from '../../test/test-jobs.ts'
import type { Database } from '../database.ts'
import { requestMail } from '../features/messages/index.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { createLog } from '../platform/log.ts'
import { parseConfig } from './config.ts'
import { type Program, startProgram } from './start-program.ts'

test('an unresponsive mail server does not delay shutdown, and another process sends the mails', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const sink = await startMailSink()
  onTestFinished(sink.stop)
  const start = (): Promise<Program> =>
    startProgram(
      parseConfig({
        DATABASE_URL: database.url,
        HOST: '127.0.0.1',
        PORT: '0',
        ROLES: 'worker',
        SECRET_KEY: '11'.repeat(32),
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        SMTP_URL: sink.url,
      }),
      createLog('silent'),
    )
  sink.hold(() => true)
  const first = await start()
  onTestFinished(first.stop)
  const db = queryBuilder<Database>(first.pool)
  const at = new Date()
  for (let i = 0; i < 20; i++)
    await requestMail(db, { kind: 'PasswordReset', receiver: administrator.email, at })
  await vi.waitFor(() => expect(sink.heldCount()).toBe(2), { timeout: 60_000 })
  await first.stop()
  expect(sink.heldCount(), 'the mail server responded, so nothing was tested').toBe(2)
  const pool = createPool(database.url, { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const { rows } = await pool.query(`select output->>'message' as reason from jobs.job where state = 'retry'`)
  const reason = 'the worker is stopping'
  expect(rows).toEqual([{ reason }, { reason }])
  sink.release()

  const second = await start()
  onTestFinished(second.stop)
  const after = queryBuilder<Database>(second.pool)
  await passTime(after, 60_000)
  await vi.waitFor(
    async () => {
      const rows = await after.selectFrom('message').select('status').execute()
      expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'sent'))
    },
    { timeout: 60_000 },
  )
  const ids = sink.received.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(20)
  expect(ids.length).toBeLessThanOrEqual(22)
})
