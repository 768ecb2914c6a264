import { createServer } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../log.ts'
import { databaseFailure } from './database-failure.ts'
import { createPool } from './pool.ts'

const log = createLog('silent')
const { url, drop } = await createTestDatabase()
const pool = createPool(url, { max: 2, log })
const admin = new pg.Client({ connectionString: url })
await admin.connect()
afterAll(async () => {
  await pool.end()
  await admin.end()
  await drop()
})

const killAll = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
const failureOf = async (query: Promise<unknown>) => databaseFailure(await query.catch((error) => error))

describe('a lost connection', () => {
  test('is replaced without an error if the connection was idle', async () => {
    await pool.query('select 1')
    const lost = new Promise((resolve) => pool.once('remove', resolve))
    await killAll()
    await lost
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('logs a warning, unless the pool is ending', async () => {
    const lines: string[] = []
    const own = createPool(url, {
      max: 1,
      log: createLog('info', { write: (line) => void lines.push(line) }),
    })
    async function lose(endPool: () => unknown): Promise<void> {
      const client = await own.connect()
      const lost = new Promise<void>((resolve) => client.once('end', resolve))
      endPool()
      await killAll()
      await lost
      client.release(true)
    }
    await lose(() => undefined)
    expect(lines.join('')).toContain('a database connection was lost')
    lines.length = 0
    let ended: Promise<void> | undefined
    await lose(() => {
      ended = own.end()
    })
    await ended
    expect(lines).toEqual([])
  })

  test('during a statement is a temporary failure', async () => {
    // A connection of the shared pool may have been ended by the test before.
    const own = createPool(url, { max: 1, log })
    const client = await own.connect()
    const statement = failureOf(client.query('select pg_sleep(60)'))
    const end = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'`,
      )
    await expect.poll(async () => (await end()).rowCount).toBeGreaterThan(0)
    expect(await statement).toBe('unavailable')
    client.release(true)
    await own.end()
  })

  test.each([
    ['is noticed', true],
    ['may go unnoticed', false],
  ])(
    'between two statements fails the rest of the transaction, when the loss %s',
    async (_when, isNoticed) => {
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      const client = new Promise<pg.PoolClient>((resolve) => pool.once('acquire', resolve))
      const failure = failureOf(
        db.transaction().execute(async () => {
          const held = await client
          const ended = new Promise<void>((resolve) => held.once('end', resolve))
          await killAll()
          if (isNoticed) await ended
        }),
      )
      expect(await failure).toBe('unavailable')
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    },
  )
})

test('an unreachable server is a temporary failure', async () => {
  const server = createServer().listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const nowhere = createPool(`postgres://nobody@127.0.0.1:${port}/none`, { max: 1, log })
  expect(await failureOf(nowhere.query('select 1'))).toBe('unavailable')
  await nowhere.end()
})

test('waiting too long for a connection is a temporary failure', async () => {
  const clients = [await pool.connect(), await pool.connect()]
  expect(await failureOf(pool.query('select 1'))).toBe('unavailable')
  for (const client of clients) client.release()
})

test('a statement that exceeds its timeout is canceled', async () => {
  const impatient = createPool(url, { max: 1, log, statementTimeoutMs: 20 })
  expect(await failureOf(impatient.query('select pg_sleep(60)'))).toBe('busy')
  await impatient.end()
})

test('an invalid statement is not a database failure', async () => {
  expect(await failureOf(pool.query('select nonsense'))).toBeUndefined()
})

test('arrays of numbers are parsed, with nulls, values without a number and any dimensions', async () => {
  const { rows } = await pool.query(
    `select '{}'::real[] as none, '{0.1,NULL,-1e-7,1.5e+20,-0}'::real[] as some, '{NaN,Infinity,NULL}'::float8[] as odd,
      '{{1,2.5},{NULL,4}}'::float8[] as two, '[3:4]={1,2}'::real[] as moved`,
  )
  expect(rows).toEqual([
    {
      none: [],
      some: [0.1, null, -1e-7, 1.5e20, -0],
      odd: [Number.NaN, Number.POSITIVE_INFINITY, null],
      two: [
        [1, 2.5],
        [null, 4],
      ],
      moved: [1, 2],
    },
  ])
})

test('bigint values are read as numbers', async () => {
  expect((await pool.query('select count(*), 2::bigint as two from site')).rows).toEqual([
    { count: 0, two: 2 },
  ])
})
