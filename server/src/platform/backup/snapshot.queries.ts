import pg from 'pg'
import { sqlState } from '../db/database-failure.ts'
import type { SequenceState, TableShape } from './backup-parts.ts'
import { fixTextFormat } from './copy-table.queries.ts'

const { escapeIdentifier, escapeLiteral } = pg
const undefinedTable = '42P01'
const mostTries = 5

export interface KnownTable extends TableShape {
  /** As estimated by the server. */
  rows: number
  isDefaultPartition: boolean
}

/** Lists the tables of the program: all of the current schema, without those of extensions and those of the migrator. */
export async function listTables(client: pg.Client): Promise<KnownTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    parent: string | null
    bound: string | null
    rows: number
  }>(
    `select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, parent.relname as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid
     left join pg_class parent on parent.oid = i.inhparent
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by pg_get_expr(c.relpartbound, c.oid) is distinct from 'DEFAULT', c.relname`,
  )
  return rows.map(({ name, columns, parent, bound, rows: estimate }) => ({
    name,
    columns,
    ...(parent !== null && bound !== null && { partitionOf: { table: parent, bound } }),
    rows: estimate,
    isDefaultPartition: bound === 'DEFAULT',
  }))
}

/**
 * Begins a transaction that sees the current state of the database, or that of an exported snapshot, and prevents its tables
 * from being dropped or emptied. Default partitions are not locked, since the program must lock them to create others. They
 * come first in the list, so that they are read at once.
 */
export async function beginSnapshot(client: pg.Client, exported?: string): Promise<KnownTable[]> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin isolation level repeatable read read only')
    if (exported !== undefined) await client.query(`set transaction snapshot ${escapeLiteral(exported)}`)
    await fixTextFormat(client)
    const tables = await listTables(client)
    const held = tables.filter((table) => !table.isDefaultPartition)
    if (held.length === 0) return tables
    const names = held.map(({ name }) => escapeIdentifier(name)).join(', ')
    try {
      await client.query(`lock table ${names} in access share mode`)
      return tables
    } catch (error) {
      await client.query('rollback')
      // A partition past its retention was just dropped.
      if (sqlState(error) !== undefinedTable || attempt === mostTries) throw error
    }
  }
}

/** Reads in a transaction without keeping the locks that this takes. */
export async function* withoutKeepingLocks<Item>(
  client: pg.Client,
  read: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  await client.query('savepoint before_locks')
  yield* read
  await client.query('rollback to savepoint before_locks')
}

/** Lists sequences, which are not part of a snapshot: they may be ahead of it, but never behind. */
export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: SequenceState[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Omit<SequenceState, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from ${escapeIdentifier(name)}`,
    )
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

/**
 * Finds the applied migrations, and the fingerprint of the key that seals the secrets; undefined in a database of another
 * program.
 */
export async function findInstallation(
  client: pg.Client,
): Promise<{ migrations: string[]; keyFingerprint: string | null } | undefined> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select to_regclass('kysely_migration') is not null and to_regclass('installation') is not null as "isOurs"`,
  )
  if (!rows[0]?.isOurs) return undefined
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const keys = await client.query<{ fingerprint: string }>(
    `select encode(secret_key_fingerprint, 'hex') as fingerprint from installation`,
  )
  return {
    migrations: migrations.rows.map(({ name }) => name),
    keyFingerprint: keys.rows[0]?.fingerprint ?? null,
  }
}
