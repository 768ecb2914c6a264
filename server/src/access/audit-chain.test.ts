import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../test/child-program.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog } from '../platform/log.ts'
import { checkAuditLog } from './audit-check.queries.ts'

async function database() {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 8, log: createLog('silent') })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  const write = (action: string, at = 'now') =>
    pool.query('insert into audit_entry (at, action) values ($1, $2)', [at, action])
  /** Tampers like the owner of the tables could: with the triggers disabled. */
  const tamper = async (sql: string) => {
    await pool.query(
      'alter table audit_entry disable trigger user; alter table audit_link disable trigger user',
    )
    await pool.query(sql)
    await pool.query(
      'alter table audit_entry enable trigger user; alter table audit_link enable trigger user',
    )
  }
  const ids = async () =>
    (await pool.query<{ id: number }>('select id from audit_entry order by id')).rows.map(({ id }) => id)
  return { url, pool, write, tamper, ids, faults: async () => (await checkAuditLog(pool)).faults }
}

test.each([
  "update audit_entry set action = 'other'",
  "update audit_entry set at = now() - interval '1 year'",
  'delete from audit_entry',
  'truncate audit_entry',
  'update audit_link set position = position + 1',
  'delete from audit_link',
  'truncate audit_link',
])('the database refuses the program itself `%s`', async (sql) => {
  const { pool, write, faults } = await database()
  await write('kept')
  await expect(pool.query(sql)).rejects.toThrow('the audit log only grows')
  expect((await pool.query('select action from audit_entry')).rows).toEqual([{ action: 'kept' }])
  expect(await faults()).toEqual([])
})

test('rows written concurrently and committed in any order form a chain without faults', async () => {
  const { pool, write, faults } = await database()
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 4 > 0) return write(`entry ${index}`)
      const client = await pool.connect()
      await client.query('begin')
      await client.query(`insert into audit_entry (action) values ('first'), ('second')`)
      await client.query(index % 8 > 0 ? 'commit' : 'rollback')
      client.release()
    }),
  )
  expect(await faults()).toEqual([])
  const { rows, position } = await checkAuditLog(pool)
  expect([rows, position]).toEqual([40, 40])
})

const edits: Record<string, [sql: string, faults: (ids: number[]) => string[]]> = {
  'a changed action': [
    "update audit_entry set action = 'x' where id = :2",
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a changed time': [
    "update audit_entry set at = at + interval '1 second' where id = :2",
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a changed detail': [
    `update audit_entry set details = '{"a":1}' where id = :2`,
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a changed address': [
    "update audit_entry set address = '192.0.2.1' where id = :2",
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a changed name of the actor': [
    "update audit_entry set actor_name = 'Ann' where id = :2",
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a changed place': [
    "update audit_entry set site_path = 'x/', site_name = 'X' where id = :2",
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a row passed off as one of an earlier version': [
    'update audit_entry set hash_version = 1 where id = :2',
    (ids) => [`row ${ids[1]} was changed`],
  ],
  'a removed row': ['delete from audit_entry where id = :2', (ids) => [`row ${ids[1]} was removed`]],
  'a row removed with its link': [
    'delete from audit_entry where id = :2; delete from audit_link where entry_id = :2',
    (ids) => [`row ${ids[2]} follows rows that were removed`],
  ],
  'the oldest row removed with its link': [
    'delete from audit_entry where id = :1; delete from audit_link where entry_id = :1',
    (ids) => [`row ${ids[1]} follows rows that were removed`],
  ],
  'the newest row removed with its link': [
    'delete from audit_entry where id = :4; delete from audit_link where entry_id = :4',
    () => ['the newest rows were removed'],
  ],
  'two swapped rows': [
    `update audit_link set position = -1 where entry_id = :2; update audit_link set position = 2 where entry_id = :3;
     update audit_link set position = 3 where entry_id = :2`,
    (ids) => [`row ${ids[2]} was changed`, `row ${ids[1]} was changed`, `row ${ids[3]} was changed`],
  ],
  'an added row': [
    "insert into audit_entry (id, action) overriding system value values (1000, 'slipped in')",
    () => ['row 1000 was not added by the program'],
  ],
}

test.each(Object.entries(edits))('the check finds %s', async (_name, [sql, faultsOf]) => {
  const { write, tamper, ids, faults } = await database()
  for (const action of ['one', 'two', 'three', 'four']) await write(action)
  const before = await ids()
  await tamper(sql.replace(/(?<= ):(\d)/g, (_, place) => String(before[Number(place) - 1])))
  expect(await faults()).toEqual(faultsOf(before))
})

test('a log that was replaced completely does not match the result of an earlier check', async () => {
  const { pool, write, tamper } = await database()
  await write('one')
  const { position, hash } = await checkAuditLog(pool)
  await write('two')
  expect((await checkAuditLog(pool, { position, hash })).faults).toEqual([])
  await tamper('truncate audit_entry, audit_link')
  await pool.query(`update audit_head set position = 0, hash = sha256('')`)
  await write('another one')
  expect((await checkAuditLog(pool, { position, hash })).faults).toEqual([
    'the log up to position 1 has changed',
  ])
})

const forget = (days: number) => `select forget_audit_entries(now() - interval '${days} days') as forgotten`

test('rows past their retention are deleted, oldest first, and the remaining rows still form a chain', async () => {
  const { pool, write, faults } = await database()
  for (const at of ['2020-01-01', '2020-02-01', 'now', '2020-03-01']) await write(at, at)
  expect((await pool.query(forget(730))).rows).toEqual([{ forgotten: 2 }])
  expect((await pool.query('select action from audit_entry order by id')).rows).toEqual([
    { action: 'now' },
    { action: '2020-03-01' },
  ])
  expect(await faults()).toEqual([])
  expect((await pool.query(forget(730))).rows).toEqual([{ forgotten: 0 }])
  await write('later')
  expect(await faults()).toEqual([])
})

test('a log whose rows are all past their retention is emptied and accepts new rows', async () => {
  const { pool, write, faults } = await database()
  await write('old', '2020-01-01')
  expect((await pool.query(forget(730))).rows).toEqual([{ forgotten: 1 }])
  expect(await faults()).toEqual([])
  await write('new')
  expect(await faults()).toEqual([])
})

test('rows younger than thirty days cannot be deleted', async () => {
  const { pool, write } = await database()
  await write('young')
  await expect(pool.query(forget(-1))).rejects.toThrow('the audit log only grows')
})

test('the command prints the faults and the end of the log, and fails if there are faults', async () => {
  const { url, write, tamper, pool } = await database()
  await write('one')
  await write('two')
  const script = fileURLToPath(new URL('../program/check-audit.ts', import.meta.url))
  const run = async () => {
    const command = launchProgram({ dataDir: '/nowhere', environment: { DATABASE_URL: url }, script })
    return { code: (await command.ended).code, said: command.said.join('\n') }
  }
  const { position, hash } = await checkAuditLog(pool)
  expect(await run()).toEqual({ code: 0, said: `0 faults in 2 rows; the log ends at ${position}:${hash}` })
  await tamper(`update audit_entry set action = 'x' where action = 'two'`)
  expect(await run()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^row \d+ was changed\n1 faults/),
  })
})
