import type { Execute } from '../platform/db/execute.queries.ts'

/** Returns the fingerprint of the key that the secrets of the database are sealed with; undefined before the first start. */
export async function findKeyFingerprint(execute: Execute): Promise<Buffer | undefined> {
  const [row] = await execute<{ fingerprint: Buffer }>(
    'select secret_key_fingerprint as fingerprint from installation for update',
    [],
  )
  return row?.fingerprint
}

/**
 * Stores a new key fingerprint, and ends what was signed or hashed with the earlier key and cannot be carried over: sessions,
 * sign-ins in progress and recovery codes. Returns the number of recovery codes.
 */
export async function replaceFingerprint(execute: Execute, fingerprint: Buffer): Promise<number> {
  await execute(
    `insert into installation (secret_key_fingerprint) values ($1)
     on conflict (only_row) do update set secret_key_fingerprint = excluded.secret_key_fingerprint`,
    [fingerprint],
  )
  await execute(
    `update session set revoked_at = now(), revoke_reason = 'secret key replaced' where revoked_at is null`,
    [],
  )
  await execute('delete from sso_attempt', [])
  return (await execute('delete from recovery_code returning 1', [])).length
}

/**
 * Deletes what was sealed with a lost key and that nobody could enter again: second factors and email bodies. Unsent messages
 * expire.
 */
export async function deleteSealed(execute: Execute): Promise<{ secondFactors: number; mails: number }> {
  const factors = await execute('delete from two_factor returning 1', [])
  await execute('delete from two_factor_setup', [])
  const mails = await execute(
    `update message set status = 'expired', sealed_body = null
     where sealed_body is not null and status = 'composed' returning 1`,
    [],
  )
  await execute('update message set sealed_body = null where sealed_body is not null', [])
  return { secondFactors: factors.length, mails: mails.length }
}

interface SealedColumn {
  table: 'two_factor' | 'two_factor_setup' | 'message' | 'webhook_request' | 'webhook_event'
  key: 'user_id' | 'id'
  column: string
  isJson?: true
}

/** Rows that are read at a time. */
const slice = 200

/** Replaces the values of a column with what `change` returns for them. Returns how many it changed. */
export async function changeSealed<Value>(
  execute: Execute,
  { table, key, column, isJson }: SealedColumn,
  change: (value: Value) => Value,
): Promise<number> {
  let changed = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await execute<{ id: string; value: Value }>(
      `select ${key} as id, ${column} as value from ${table}
       where ${key} > $1 and ${column} is not null order by 1 limit ${slice}`,
      [after],
    )
    for (const { id, value } of rows) {
      const next = change(value)
      await execute(`update ${table} set ${column} = $2 where ${key} = $1`, [
        id,
        isJson ? JSON.stringify(next) : next,
      ])
      changed++
    }
    const last = rows.at(-1)
    if (!last || rows.length < slice) return changed
    after = last.id
  }
}
