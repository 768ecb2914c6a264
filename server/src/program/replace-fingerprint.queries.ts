import type pg from 'pg'

/**
 * Stores a new key fingerprint and deletes everything sealed with the earlier key: second factors, recovery codes and
 * email bodies. Unsent emails expire and all sessions end. Returns how many second factors and unsent emails were lost.
 */
export async function replaceFingerprint(
  pool: pg.Pool,
  fingerprint: Buffer,
): Promise<{ secondFactors: number; mails: number }> {
  const { rows } = await pool.query<{ secondFactors: number; mails: number }>(
    `with factors as (delete from two_factor returning user_id),
       setups as (delete from two_factor_setup),
       codes as (delete from recovery_code),
       attempts as (delete from sso_attempt),
       mails as (update message set status = 'expired', sealed_body = null where sealed_body is not null
         and status = 'composed' returning id),
       bodies as (update message set sealed_body = null where sealed_body is not null and status <> 'composed'),
       sessions as (update session set revoked_at = now(), revoke_reason = 'secret key replaced'
         where revoked_at is null),
       key as (insert into installation (secret_key_fingerprint) values ($1)
         on conflict (only_row) do update set secret_key_fingerprint = excluded.secret_key_fingerprint)
     select (select count(*) from factors)::int as "secondFactors", (select count(*) from mails)::int as mails`,
    [fingerprint],
  )
  return rows[0] ?? { secondFactors: 0, mails: 0 }
}
