import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { oneServerTest } from '../../test/one-server-test.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createTestPool } from '../../test/test-pool.ts'
import { createLog } from '../platform/log.ts'
import { distributedTables, isCoordinator, nodeFunctions } from './distribute-database.ts'

const { url, drop } = await createTestDatabase()
const pool = createTestPool(url, { max: 1, log: createLog('silent') })
afterAll(async () => {
  await pool.end()
  await drop()
})

const list = async (text: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string } & pg.QueryResultRow>(text, values)
  return rows.map(({ name }) => name)
}

/** A row or a few for each device, written together with rows of other tables on the coordinator. */
const keptTogether = [
  'alert',
  'alert_timer',
  'clock_skew',
  'compaction_progress',
  'device_interface',
  'device_state',
  'rating_due',
  'report_interval',
]

test('every table with the number of a device is either distributed or known to stay on the coordinator', async () => {
  const found = await list(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'device_no'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
  )
  expect(found.sort()).toEqual([...distributedTables, ...keptTogether].sort())
})

oneServerTest(
  'tables to be distributed have no triggers and references except those that are removed first',
  async () => {
    expect(
      await list(
        'select tgname as name from pg_trigger where not tgisinternal and tgrelid = any($1::regclass[]) order by 1',
        [distributedTables],
      ),
    ).toEqual(['reading_hour__due_ratings_changed', 'reading_hour__due_ratings_stored'])
    expect(
      await list(
        `select conname as name from pg_constraint where contype = 'f'
       and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by 1`,
        [distributedTables],
      ),
    ).toEqual(['rating_hour_device_no_fkey', 'rating_month_device_no_fkey'])
  },
)

test('functions on the nodes call no other functions', async () => {
  const names = nodeFunctions.map((signature) => signature.split('(')[0])
  const called = await list(
    `select distinct callee.proname as name from pg_proc caller
     join pg_proc callee on callee.pronamespace = 'public'::regnamespace and caller.prosrc like '%' || callee.proname || '(%'
     where caller.oid = any($1::regprocedure[])
       and not exists (select from pg_depend where objid = callee.oid and deptype = 'e')`,
    [nodeFunctions],
  )
  expect(names).toEqual(expect.arrayContaining(called))
})

oneServerTest('a server without Citus is not a coordinator', async () => {
  expect(await isCoordinator(url)).toBe(false)
})
