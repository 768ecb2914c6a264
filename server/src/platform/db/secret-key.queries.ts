import type pg from 'pg'

/** Returns the stored fingerprint of the key that seals the secrets. Stores the given one if there is none yet. */
export async function keepFingerprint(pool: pg.Pool, fingerprint: Buffer): Promise<Buffer> {
  await pool.query('insert into installation (secret_key_fingerprint) values ($1) on conflict do nothing', [
    fingerprint,
  ])
  const { rows } = await pool.query<{ kept: Buffer }>(
    'select secret_key_fingerprint as kept from installation',
  )
  return rows[0]?.kept ?? fingerprint
}
