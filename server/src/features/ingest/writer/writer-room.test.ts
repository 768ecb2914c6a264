import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../platform/db/database-failure.ts'
import { createLog } from '../../../platform/log.ts'
import { createDeviceWriter } from './device-writer.ts'
import type { RefusedInput } from './input.ts'
import { submitAndWait } from './submit-and-wait.ts'

const queueLimit = 2

/** Fills the queue of a writer that cannot reach the database yet, and waits for room. */
async function fullWriter() {
  const connection = Promise.withResolvers<pg.PoolClient>()
  const pool = { connect: () => connection.promise } as Pick<pg.Pool, 'connect'> as pg.Pool // uses nothing else
  const writer = createDeviceWriter({
    pool,
    log: createLog('silent'),
    now: Date.now,
    refresh: async () => new Set(),
    queueLimit,
    onCommitted: () => undefined,
  })
  const submit = () =>
    submitAndWait(writer, (submission): RefusedInput[] => [
      {
        kind: 'refused',
        receivedAt: Date.now(),
        channel: 'mqtt',
        mac: null,
        device: null,
        reason: 'not valid JSON',
        payload: '',
        outOfRange: [],
        submission,
      },
    ]).then(
      () => 'stored',
      ({ code }) => code,
    )
  const results = [submit()]
  await setImmediate() // the writer takes the first
  await setImmediate()
  while (writer.waitingCount() < queueLimit) results.push(submit())
  let hasRoom = false
  const room = writer.room().then(() => {
    hasRoom = true
  })
  await setImmediate()
  expect(hasRoom).toBe(false)
  return { connection, results, room, writer }
}

test('senders that wait for room continue when all waiting inputs have failed', async () => {
  const { connection, results, room } = await fullWriter()
  connection.reject(new DatabaseUnavailable())
  await room
  expect(await Promise.all(results)).toEqual(results.map(() => 'database_unavailable'))
})

test('senders that wait for room continue when the writer closes', async () => {
  const { connection, room, writer } = await fullWriter()
  const closed = writer.close()
  await room
  connection.reject(new DatabaseUnavailable())
  await closed
})
