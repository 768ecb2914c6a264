import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { contentsByTable, withoutTraces } from '../../test/contents-by-table.ts'
import { emptyDatabase } from '../../test/empty-database.ts'
import { installedDatabase } from '../../test/installed-database.ts'
import { oneServerTest } from '../../test/one-server-test.ts'
import { sendSamples } from '../../test/send-samples.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { createTestJobs } from '../../test/test-jobs.ts'
import { connect, newFile, poolOf, restore, usedDatabase } from '../../test/used-database.ts'
import { checkAuditLog } from '../access/audit-check.queries.ts'
import type { Database } from '../database.ts'
import { requestMail } from '../features/messages/index.ts'
import { keepPartitions } from '../features/storage/keep-partitions.job.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { createLog } from '../platform/log.ts'
import { createPasswordHashing } from '../platform/password-hashing.ts'
import { backUpDatabase } from './backup-database.ts'

const log = createLog('silent')
const retention = { rawDays: 30, minuteDays: 60 }
const now = new Date()
const takenAt = new Date('2026-11-20T12:00:00Z')

oneServerTest(
  'a backup taken while readings and alerts come in restores every table to the state at that moment',
  async () => {
    const { db, pool, make, ingest } = await testIngest(now.getTime())
    await keepPartitions(pool, now, retention, log)
    const devices = await Promise.all([make.device(), make.device()])
    let sent = 0
    const report = async (device: (typeof devices)[number]) => {
      sent += 1
      // Every third value is above the CO limit, but not for the two minutes after which an alert is raised.
      const readings = { CO: sent % 3 === 0 ? 500 : 0.4, temperature: 21 + (sent % 10) / 10 }
      await sendSamples(ingest, device.mac, [{ at: now.getTime() - 3_600_000 + sent * 1000, readings }])
    }
    for (let round = 0; round < 20; round++) for (const device of devices) await report(device)
    let isOver = false
    const load = (async () => {
      while (!isOver) {
        for (const device of devices) await report(device)
        await make.alert({ device: devices[0] })
        await turn()
      }
    })()
    const url = String(pool.options.connectionString)
    const witness = await connect(url)
    await witness.query('begin isolation level repeatable read read only')
    const exported = await witness.query<{ id: string }>('select pg_export_snapshot() as id')
    const sentBefore = sent
    const path = await newFile()
    const summary = await backUpDatabase({ url, file: path, takenAt, snapshot: exported.rows[0]?.id ?? '' })
    while (sent < sentBefore + 10) await turn()
    isOver = true
    await load
    const expected = await contentsByTable(witness)
    expect(summary.tables).toBe(Object.keys(expected).length)

    const target = await emptyDatabase()
    await restore(target, path)
    const client = await connect(target)
    expect(withoutTraces(await contentsByTable(client))).toEqual(withoutTraces(expected))
    expect((await checkAuditLog(poolOf(target))).faults).toEqual([])
    const counts = await db
      .selectFrom('reading')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst()
    const { rows } = await client.query<{ n: string }>('select count(*) as n from reading')
    expect(Number(rows[0]?.n)).toBeLessThan(Number(counts?.n))
    expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(40)
  },
)

test('unusual values of every type are restored, and so are sequences, references and triggers', async () => {
  const url = await usedDatabase()
  const client = await connect(url)
  const odd = `tab\t line\n return\r back\\slash \\N \\. "double" 'single' nul\\0 ${String.fromCodePoint(1, 0x7f, 0xfeff, 0x1f600)} ﷺ`
  await client.query(
    `update device set name = $1, settings = $2, key_hash = $3, expires_at = 'infinity',
       former_key_hashes = array['\\x'::bytea, '\\x5c6e0a09'::bytea], former_keys_until = array['-infinity', '4713-01-01 BC']::timestamptz[]
     where mac = 'A4:1'`,
    [
      odd,
      JSON.stringify({ [odd]: [null, 1e-7, { '': odd }] }),
      Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
    ],
  )
  await client.query(
    `insert into device_state (device_no, vape, sound, noise, co, temperature, light, engine)
       select no, 'NaN', 'Infinity', '-Infinity', '-0', 1.4e-45, 3.4028235e38, '{}' from device where mac = 'A4:1'`,
  )
  await client.query(
    `insert into subscription (id, site_id, name, type, all_devices, alert_types, events, start_hour, end_hour, weekdays)
       select gen_random_uuid(), id, '', 'Sites', true, array['a,b', '{}', '"', null, 'NULL', $1], array[' '], 0.1, 23.999999999999996,
         array[true, false, null, true, true, true, true]::boolean[] from site`,
    [odd],
  )
  await client.query(
    `insert into report_interval select no, '-infinity', 2147483647 from device where mac = 'A4:1'`,
  )
  const expected = await contentsByTable(client)
  const path = await newFile()
  await backUpDatabase({ url, file: path, takenAt })
  const target = await emptyDatabase()
  await restore(target, path)
  const copy = await connect(target)
  expect(withoutTraces(await contentsByTable(copy))).toEqual(withoutTraces(expected))

  // Sequences continue after the last number, references are enforced, and triggers run.
  const { rows } = await copy.query(
    `insert into device (id, mac, name, model_id, key_hash) select gen_random_uuid(), 'A4:4', 'x', id, '' from device_model limit 1
     returning no, search_text`,
  )
  expect(rows).toEqual([{ no: 4, search_text: 'x\na4:4' }])
  await expect(copy.query('delete from site')).rejects.toThrow('violates foreign key constraint')
  await expect(copy.query('delete from audit_entry')).rejects.toThrow('the audit log only grows')
  const { rows: tally } = await copy.query('select sum(devices)::int as devices from site_tally')
  expect(tally).toEqual([{ devices: 4 }])
  const entries = await copy.query(`select action, details ->> 'takenAt' as at from audit_entry order by id`)
  expect(entries.rows).toEqual([
    { action: 'one', at: null },
    { action: 'two', at: null },
    { action: 'database.restored', at: takenAt.toISOString() },
  ])
})

oneServerTest(
  'the schema after a restore is that of a new database, also for a backup from before the last migration',
  async () => {
    const known = await listMigrations()
    const { url, db } = await installedDatabase(`${known.at(-2)}.sql`)
    await sql`insert into site (id, path, name) values (gen_random_uuid(), 'old/', 'Old root')`.execute(db)
    const path = await newFile()
    await backUpDatabase({ url, file: path, takenAt })
    const target = await emptyDatabase()
    await restore(target, path)
    const copy = await connect(target)
    expect((await copy.query('select name from site')).rows).toEqual([{ name: 'Old root' }])
    const { rows } = await copy.query<{ name: string }>('select name from kysely_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual(known)
    const whole = await connect(await usedDatabase())
    expect(await schemaOf(copy)).toEqual(await schemaOf(whole))
  },
)

/** Every column, index, constraint, trigger and function as text. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as part
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by 1`,
  )
  return rows.map(({ part }) => part)
}

test('waiting messages are sent once after a restore, stale ones are not sent at all, and tokens are invalid', async () => {
  const url = await usedDatabase()
  const pool = poolOf(url)
  const db = queryBuilder<Database>(pool)
  const { rows: users } = await pool.query<{ id: string; email: string }>(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at, password_hash)
     select gen_random_uuid(), site.id, role.id, word || '@example.org', word, now(), ''
     from site, (select id from role limit 1) role, unnest(array['fresh', 'stale']) as who (word) returning id, email`,
  )
  for (const { id: userId, email: receiver } of users) {
    const sentAt = new Date(receiver.startsWith('stale') ? Date.now() - 2 * 3_600_000 : Date.now())
    await requestMail(db, { kind: 'PasswordReset', receiver, userId, at: sentAt })
  }
  await pool.query(
    `update jobs.job set state = 'active', started_on = now() where data ->> 'messageId' is not null`,
  )
  await pool.query(
    `with s as (insert into session (id, user_id, expires_at)
         select gen_random_uuid(), id, now() + interval '1 day' from app_user limit 1 returning id)
     insert into refresh_token (token_hash, session_id, generation) select '\\x01', id, 1 from s`,
  )
  const path = await newFile()
  await backUpDatabase({ url, file: path, takenAt })

  const target = await emptyDatabase()
  await restore(target, path)
  const copy = poolOf(target)
  const sent: string[] = []
  const jobs = createTestJobs({
    clock: () => new Date(),
    db: queryBuilder<Database>(copy),
    log,
    passwords: await createPasswordHashing(),
    pool: copy,
    secretKey: Buffer.alloc(32, 1),
    mailer: { send: async ({ to }) => void sent.push(to), close() {} },
  })
  await jobs.runDue()
  await jobs.runDue()
  expect(sent).toEqual(['fresh@example.org'])
  const { rows } = await copy.query('select receiver, status from message order by receiver')
  expect(rows).toEqual([
    { receiver: 'fresh@example.org', status: 'sent' },
    { receiver: 'stale@example.org', status: 'expired' },
  ])
  const { rows: left } = await copy.query(
    'select (select count(*) from session)::int as sessions, (select count(*) from refresh_token)::int as tokens',
  )
  expect(left).toEqual([{ sessions: 1, tokens: 0 }])
})
