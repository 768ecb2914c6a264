import type { BenchProgram } from './bench-program.ts'

const devicesEach = 20

/** Creates schools with devices, users, and subscriptions: half to all devices, the others to some devices. */
export async function fillSchools(
  { pool, siteId }: Pick<BenchProgram, 'pool' | 'siteId'>,
  { schools = 100, users, subscriptions }: { schools?: number; users: number; subscriptions: number },
): Promise<void> {
  const places = '(select id, row_number() over (order by name) - 1 as place from site where parent_id = $1)'
  await pool.query(
    `insert into site (id, parent_id, path, name, time_zone)
     select made.id, $1, (select path from site where id = $1) || made.id || '/', 'School ' || n, 'UTC'
     from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) made`,
    [siteId, schools],
  )
  await pool.query(
    `insert into device (id, mac, name, model_id, site_id)
     select gen_random_uuid(), 'A6:00:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0'),
       'Room ' || n, (select id from device_model limit 1), site.id
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, schools * devicesEach, schools],
  )
  await pool.query(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
     select gen_random_uuid(), site.id, (select id from role where name = 'Site Staff'), 'person' || n || '@example.org',
       'Person ' || n, now()
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, users, schools],
  )
  await pool.query(
    `insert into subscription (id, site_id, name, type, all_devices, alert_types, events, start_hour, end_hour, weekdays)
     select gen_random_uuid(), site.id, 'Subscription ' || n, 'Devices', n / $3::int % 2 = 0,
       case when n % 3 = 0 then null else array['Vape', 'CO'] end, array['AlertStarted'], 0, 24,
       array_fill(true, array[7])
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, subscriptions, schools],
  )
  await pool.query(
    `insert into subscription_device (subscription_id, device_id)
     select subscription.id, device.id from subscription
     join lateral (select id from device where device.site_id = subscription.site_id order by name limit 5) device on true
     where not all_devices`,
  )
  await pool.query(
    `insert into subscription_user (subscription_id, stage, user_id)
     select subscription.id, 1, person.id from subscription
     join lateral (
       select id from app_user where app_user.site_id = subscription.site_id
       order by md5(app_user.id::text || subscription.id) limit 5
     ) person on true`,
  )
  await pool.query('vacuum analyze')
}
