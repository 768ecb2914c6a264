import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { SequenceState, TableShape } from './backup-parts.ts'

const { escapeIdentifier } = pg

const endingMs = 10_000

/** Returns whether other programs use this database. Waits for connections that are ending, such as those of this command. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + endingMs
  while (await hasOthers(client)) {
    if (Date.now() > deadline) return true
    await delay(100)
  }
  return false
}

async function hasOthers(client: pg.Client): Promise<boolean> {
  // Within a transaction, the result would not change.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'eot-live' and pid <> pg_backend_pid() limit 1`,
  )
  return rows.length > 0
}

/** Returns whether the current schema has tables of this program, only other tables, or none. */
export async function ownerOfTables(client: pg.Client): Promise<'nobody' | 'program' | 'others'> {
  const { rows } = await client.query<{ tables: number; isOurs: boolean }>(
    `select count(*)::int as tables, to_regclass('kysely_migration') is not null as "isOurs" from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
  )
  if (rows[0]?.isOurs) return 'program'
  return rows[0]?.tables ? 'others' : 'nobody'
}

/** Drops all tables, views, functions and sequences of the current schema, without those of extensions. */
export async function dropContents(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      statement text;
    begin
      for statement in
        select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, relname)
        from pg_class c
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition
          -- Objects of extensions stay. Sequences of columns are dropped with their table.
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
            and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
      loop
        execute statement;
      end loop;
      for statement in
        select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
      loop
        execute statement;
      end loop;
    end $$`)
}

/**
 * Prepares tables for the rows of a backup: deletes the rows that the migrations inserted, disables triggers and drops
 * foreign keys. Returns the statements that add the foreign keys, which checks them, and enable the triggers again.
 */
export async function suspendRules(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; isPartition: boolean }>(
    `select format('%I', relname) as name, relispartition as "isPartition" from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname not like 'kysely\\_%'`,
  )
  const { rows: references } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %I drop constraint %I', c.relname, k.conname) as drop,
       format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace`,
  )
  const whole = tables.filter(({ isPartition }) => !isPartition).map(({ name }) => name)
  await client.query(whole.map((name) => `alter table ${name} disable trigger user`).join(';'))
  await client.query(references.map(({ drop }) => drop).join(';'))
  await client.query(`truncate ${whole.join(', ')}`)
  return [
    ...references.map(({ add }) => add),
    ...whole.map((name) => `alter table ${name} enable trigger user`),
  ]
}

/** Creates a partition that the program has created since the migrations. */
export async function createMissingPartition(client: pg.Client, table: TableShape): Promise<void> {
  if (!table.partitionOf || table.partitionOf.bound === 'DEFAULT') return
  const { table: parent, bound } = table.partitionOf
  await client.query(
    `create table if not exists ${escapeIdentifier(table.name)} partition of ${escapeIdentifier(parent)} ${bound}`,
  )
}

export async function hasTable(client: pg.Client, { name }: TableShape): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    escapeIdentifier(name),
  ])
  return rows[0]?.exists === true
}

export async function setSequence(
  client: pg.Client,
  { name, value, isCalled }: SequenceState,
): Promise<void> {
  await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
    escapeIdentifier(name),
    value,
    isCalled,
  ])
}

/** Updates the statistics, without which the first queries on large tables would be slow. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}

/** Describes the contents of a database, for a user who is about to replace it. */
export async function describeContents(client: pg.Client): Promise<{ name: string; summary: string }> {
  const { rows } = await client.query<{ name: string; hasTables: boolean }>(
    `select current_database() as name, to_regclass('app_user') is not null as "hasTables"`,
  )
  const { name = '', hasTables = false } = rows[0] ?? {}
  if (!hasTables) return { name, summary: 'no tables yet' }
  const counts = await client.query<{ summary: string }>(
    `select (select count(*) from site) || ' sites, ' || (select count(*) from device) || ' devices, '
       || (select count(*) from app_user) || ' users' as summary`,
  )
  return { name, summary: counts.rows[0]?.summary ?? '' }
}
