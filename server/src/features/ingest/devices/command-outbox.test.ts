import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testIngest } from '../../../../test/test-ingest.ts'
import { createLog } from '../../../platform/log.ts'
import { createCommandOutbox } from './command-outbox.ts'

const start = Date.UTC(2026, 10, 20, 9)

/** Creates an outbox that gets the answer to its n-th query, counted from 1, after `beforeAnswer`. */
async function outbox(beforeAnswer: (n: number) => Promise<void>) {
  const app = await testIngest(start)
  let queries = 0
  const query = async (text: string, values: unknown[]) => {
    queries += 1
    const n = queries
    const result = await app.pool.query(text, values)
    await beforeAnswer(n)
    return result
  }
  const pool: pg.Pool = Object.create(app.pool, { query: { value: query } })
  const commands = createCommandOutbox(pool, () => start, createLog('silent'))
  onTestFinished(commands.close)
  const device = await app.make.device()
  const addCommand = () =>
    app.pool.query(
      `insert into device_command (id, device_id, command, requested_at, expires_at)
       values (gen_random_uuid(), $1, 'refresh', $2, $2::timestamptz + interval '1 day')`,
      [device.id, new Date(start)],
    )
  return { commands, addCommand, queries: () => queries, waiting: () => commands.waitingFor(device.mac) }
}

test('a command is found although the reads after its notification failed', async () => {
  const { commands, addCommand, waiting } = await outbox(async (n) => {
    if (n <= 2) throw new Error('the connection was lost')
  })
  await addCommand()
  commands.refresh()
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
})

test('a command is found although it was added while others were being read', async () => {
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { commands, addCommand, queries, waiting } = await outbox(async (n) => {
    if (n > 1) return
    isRead.resolve()
    await goOn.promise
  })
  commands.refresh()
  await isRead.promise
  await addCommand()
  commands.refresh()
  commands.refresh()
  await delay(300) // for reads that do not wait for the first one
  goOn.resolve()
  await commands.close()
  expect(waiting()).toHaveLength(1)
  expect(queries()).toBe(2)
})
