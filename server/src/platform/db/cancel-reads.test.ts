import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoint } from '@eot/contract/endpoint'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../../test/test-database.ts'
import { gatherReads } from '../gather-reads.ts'
import { createHttpServer } from '../http/http-server.ts'
import { createServe } from '../http/serve.ts'
import { createLog } from '../log.ts'
import { cancelReadsOn } from './cancel-reads.ts'
import { createPool } from './pool.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const { url, drop } = await createTestDatabase()
const pool = createPool(url, { max: 1, log, statementTimeoutMs: 120_000 })
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
const watcher = createPool(url, { max: 4, log })
afterAll(async () => {
  await db.destroy()
  await watcher.end()
  await drop()
})

const sleep = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(90)`
const isSleeping = async () => {
  const { rowCount } = await watcher.query(
    `select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(90)'`,
  )
  return rowCount === 1
}
const pidOf = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('the statement of a client that disconnects ends, and its connection stays open', async () => {
  const answers = endpoint({
    method: 'GET',
    path: '/slow',
    summary: 'Sleeps',
    access: 'public',
    answer: z.string(),
  })
  const server = createHttpServer({ log })
  onTestFinished(() => server.close())
  const serve = createServe<never>(server, {
    authenticate: async () => null,
    findRefusal: () => 'not_permitted',
    limit: () => undefined,
    checkAnswers: true,
  })
  serve(answers, () => db.transaction().execute(async (tx) => String((await sleep.execute(tx)).rows[0]?.pid)))
  const pid = await pidOf()
  const client = request(`${await server.listen({ port: 0, host: '127.0.0.1' })}/api/slow`).end()
  await expect.poll(isSleeping).toBe(true)
  const hungUp = once(client, 'error')
  client.destroy()
  await hungUp
  await expect.poll(isSleeping).toBe(false)
  expect(await pidOf()).toBe(pid)
  expect(lines).toEqual([])
})

test('a statement that began after the signal aborted is not sent, except for the end of its transaction', async () => {
  const pid = await pidOf()
  const canceled = new AbortController()
  const reading = cancelReadsOn(canceled.signal, () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      canceled.abort(new Error('gone'))
      await sleep.execute(tx)
    }),
  )
  await expect(reading).rejects.toThrow('gone')
  expect(await pidOf()).toBe(pid)
})

test('a request to cancel that arrives late does not end the next statement of the connection', async () => {
  const relay = await relayThatDelaysCancels(300)
  onTestFinished(() => void relay.close())
  const own = createPool(relay.url, { max: 1, log })
  onTestFinished(() => own.end())
  const client = await own.connect()
  onTestFinished(() => client.release())
  const canceled = new AbortController()
  const reading = cancelReadsOn(canceled.signal, () => client.query('select 1 as one from pg_sleep(0.1)'))
  canceled.abort()
  expect((await reading).rows).toEqual([{ one: 1 }])
  expect((await client.query('select 2 as two from pg_sleep(0.5)')).rows).toEqual([{ two: 2 }])
})

/** Relays connections to the database. Requests to cancel, which are shorter than any other first message, arrive late. */
async function relayThatDelaysCancels(ms: number) {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const server = createServer({ allowHalfOpen: true }, (from) => {
    from.once('data', async (first) => {
      if (first.length === 16) await wait(ms)
      const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      to.write(first)
      from.pipe(to).pipe(from)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`,
    close: () => server.close(),
  }
}

test('a statement that several requests share is not canceled when one of them is', async () => {
  const find = gatherReads(async (keys: string[]) => {
    const { rows } = await sql<{
      key: string
    }>`select unnest(${keys}::text[]) as key from pg_sleep(0.2)`.execute(db)
    return new Map(rows.map(({ key }) => [key, key]))
  })
  const canceled = new AbortController()
  const found = cancelReadsOn(canceled.signal, () => find('a'))
  await wait(50)
  canceled.abort()
  expect(await found).toBe('a')
})

test('statements that write, and those of others on the same connection, are not canceled', async () => {
  await sql`create table written (at timestamptz)`.execute(db)
  const canceled = new AbortController()
  await cancelReadsOn(canceled.signal, async () => {
    const writing = sql`insert into written select now() from pg_sleep(0.2)`.execute(db)
    canceled.abort()
    await writing
  })
  const reads = Array.from({ length: 30 }, async () => {
    const aborted = new AbortController()
    const sleeping = cancelReadsOn(aborted.signal, () => sleep.execute(db))
    const refused = expect(sleeping).rejects.toThrow()
    await expect.poll(isSleeping, { interval: 5 }).toBe(true)
    aborted.abort()
    await refused
    return (await sql<{ n: number }>`select count(*)::int as n from written`.execute(db)).rows[0]?.n
  })
  expect(await Promise.all(reads)).toEqual(Array(30).fill(1))
})
