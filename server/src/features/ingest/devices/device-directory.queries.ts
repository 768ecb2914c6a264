import type pg from 'pg'
import { idsOnPathSql } from '../../../access/scope.queries.ts'
import type { CatalogRow } from './device-entry.ts'

const select = `
  select d.no, n.since as arrived_at, d.id, d.mac, d.name, d.key_hash, d.former_key_hashes, d.former_keys_until, d.site_id, d.is_active, d.is_returned, d.settings,
    coalesce(d.expires_at <= now(), false) as is_expired,
    s.name as site_name, s.path as site_path, s.time_zone,
    up.names as site_names, up.rules as site_rules, up.active as sites_active,
    m.settings -> 'Rules' as model_rules, m.kinds
  from device d
  join device_number n on n.no = d.no
  join device_model m on m.id = d.model_id
  left join site s on s.id = d.site_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('Id', a.id, 'Name', a.name) order by length(a.path)) as names,
      jsonb_agg(a.settings -> 'Rules' order by length(a.path)) as rules,
      bool_and(a.is_active) as active
    from site a where a.id = any(${idsOnPathSql('s.path')})
  ) up on s.id is not null`

/** Lists devices by address, number or id, each with its model and the sites above it. */
export async function listCatalog(
  pool: pg.Pool,
  by: { macs: string[] } | { numbers: number[] } | { ids: string[] },
): Promise<CatalogRow[]> {
  const [condition, values] =
    'macs' in by
      ? ['d.mac = any($1::text[])', by.macs]
      : 'numbers' in by
        ? ['d.no = any($1::int[])', by.numbers]
        : ['d.id = any($1::uuid[])', by.ids]
  const { rows } = await pool.query<CatalogRow>(`${select} where ${condition}`, [values])
  return rows
}

/**
 * Finds the gateway of a token; undefined if it is revoked, or its site or one above is inactive. Notes the use of the token once a
 * minute, since each of these writes waits for the disk and for other requests with the same token.
 */
export async function findGateway(
  pool: pg.Pool,
  tokenHash: Buffer,
): Promise<{ id: string; site_path: string } | undefined> {
  const { rows } = await pool.query<{ id: string; site_path: string }>(
    `with gateway as (
       select g.id, s.path as site_path, g.last_used_at from gateway_token g join site s on s.id = g.site_id
       where g.token_hash = $1 and g.revoked_at is null and not exists (
         select from site above
         where above.id = any(${idsOnPathSql('s.path')}) and not above.is_active)
     ), noted as (
       update gateway_token g set last_used_at = now() from gateway
       where g.id = gateway.id and coalesce(gateway.last_used_at < now() - interval '1 minute', true)
     )
     select id, site_path from gateway`,
    [tokenHash],
  )
  return rows[0]
}
