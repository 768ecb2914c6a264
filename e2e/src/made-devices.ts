import type pg from 'pg'
import type { HerdDevice } from './herds.ts'

/** Adds devices to a site in SQL, since thousands would take an hour through the API. */
export async function makeDevices(pool: pg.Pool, siteId: string, count: number): Promise<HerdDevice[]> {
  const { rows } = await pool.query<HerdDevice>(
    `with made as (
       select 'key ' || n as key, 'Room ' || n as name,
         upper(regexp_replace('d0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')) as mac
       from generate_series(1, $2::int) n
     ), stored as (
       insert into device (id, mac, name, model_id, site_id, key_hash)
       select gen_random_uuid(), mac, name, (select id from device_model order by id limit 1), $1,
         sha256(convert_to(key, 'utf8'))
       from made
     )
     select mac, key from made`,
    [siteId, count],
  )
  await pool.query('vacuum (analyze) device')
  return rows
}
