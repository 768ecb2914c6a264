import type pg from 'pg'

export interface GrownPlaces {
  /** The first school, of 100 devices. */
  schoolId: string
  devices: { id: string; mac: string; key: string }[]
}

const devicesEach = 100

/** Adds devices below a site in SQL, in schools of 100, which would take an hour through the API. They report by gateway. */
export async function growTo(pool: pg.Pool, siteId: string, devices: number): Promise<GrownPlaces> {
  const { rows: schools } = await pool.query<{ id: string }>(
    `insert into site (id, parent_id, path, name, time_zone)
     select made.id, $1, (select path from site where id = $1) || made.id || '/', 'School ' || n, 'America/Chicago'
     from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) made
     order by n returning id`,
    [siteId, Math.ceil(devices / devicesEach)],
  )
  const { rows } = await pool.query<{ id: string; mac: string }>(
    `insert into device (id, mac, name, model_id, site_id, settings)
     select gen_random_uuid(),
       upper(regexp_replace('d0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')), 'Room ' || n,
       (select id from device_model order by id limit 1), ($1::uuid[])[n / $3::int + 1],
       '{"ReportInterval": 60}'
     from generate_series(0, $2::int - 1) n returning id, mac`,
    [schools.map(({ id }) => id), devices, devicesEach],
  )
  await pool.query('vacuum (analyze) site, device')
  const [first] = schools
  if (!first) throw new Error('devices need a school')
  return { schoolId: first.id, devices: rows.map((row) => ({ ...row, key: '' })) }
}
