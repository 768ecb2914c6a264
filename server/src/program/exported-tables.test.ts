import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { createTestPool } from '../../test/test-pool.ts'
import { createLog } from '../platform/log.ts'
import { exportedKinds } from './exported/exported-kinds.ts'
import { queryOf } from './exported-site.queries.ts'

const secret = 'secret, or used only to sign in'
const derived = 'computed from exported data'
const working = 'used only by the program itself'
const notOfSite = 'does not belong to a site'
const fleeting = 'kept for a few days only'

/** Tables that an export leaves out, with the reason. */
const leftOut: Record<string, string> = {
  alert_day_tally: derived,
  alert_device_name: derived,
  alert_hour_tally: derived,
  alert_site_name: derived,
  alert_site_path: derived,
  alert_tally: derived,
  alert_timer: working,
  audit_head: working,
  audit_link: working,
  blacklist_entry: notOfSite,
  compaction_progress: working,
  csv_import_chunk: fleeting,
  csv_import_conflict: fleeting,
  csv_import_line: fleeting,
  delivery_report: fleeting,
  demonstration: notOfSite,
  device_list_change: working,
  device_number: working,
  event: derived,
  event_cursor: working,
  event_sequence: working,
  forecast_night: working,
  geocoded_address: notOfSite,
  hint_search: working,
  installation: notOfSite,
  known_device: secret,
  kysely_migration: notOfSite,
  kysely_migration_lock: notOfSite,
  left_group_device: fleeting,
  left_list_user: fleeting,
  list_preference: 'how a person looks at lists',
  message_pace: working,
  process: notOfSite,
  push_browser: secret,
  push_outcome: fleeting,
  rating_due: working,
  rating_month: derived,
  recovery_code: secret,
  refresh_token: secret,
  report_cursor: working,
  session: secret,
  sign_in_failure: notOfSite,
  sign_in_step: secret,
  site_tally: derived,
  sso_attempt: secret,
  sso_identity: secret,
  stall: notOfSite,
  two_factor: secret,
  two_factor_setup: secret,
  user_code: secret,
  weather_cell: notOfSite,
  weather_hour: notOfSite,
}

/** Tables of measured values, whose files are not made from a list of columns. */
const measured = [
  'reading',
  'reading_chunk',
  'reading_minute',
  'reading_minute_chunk',
  'reading_hour',
  'reading_day',
]

/** Columns that an export leaves out of exported tables: secrets, texts that contain them, and what only the program needs. */
const leftOutColumns: Record<string, readonly string[]> = {
  alert: ['device_no', 'site_path_no', 'site_path_names', 'time_zone'],
  app_user: ['password_hash', 'password_expires_at', 'session_version', 'search_text'],
  audit_entry: ['hash_version'],
  csv_import: ['is_canceled', 'progress', 'lines', 'columns', 'encoding', 'delimiter', 'started_at'],
  device: [
    'key_hash',
    'claim_code_hash',
    'former_key_hashes',
    'former_keys_until',
    'is_returned',
    'search_text',
  ],
  device_model: ['kinds', 'settings', 'is_active'],
  former_device: ['no'],
  gateway_token: ['token_hash'],
  message_attempt: ['id'],
  message: ['details', 'sealed_body', 'expires_at', 'provider_id'],
  notification: ['event_seq', 'outage_path'],
  outage: ['detected_at'],
  portal_notice: ['event_seq'],
  quarantine: ['minute'],
  report: ['done', 'steps'],
  role: ['priority'],
  site: ['tenant_id', 'own_time_zone'],
  // Some other columns are not exported either: queries only use them to find out which webhooks belong to the site.
  webhook_attempt: ['id', 'request', 'response'],
  webhook_delivery: ['event_seq', 'variables', 'tries', 'next_at'],
  webhook_event: ['params'],
  webhook_request: [
    'url',
    'parts',
    'certificate',
    'signing_secret',
    'previous_secret',
    'previous_secret_until',
    'failing_since',
  ],
}

const { url, drop } = await createTestDatabase()
const pool = createTestPool(url, { max: 1, log: createLog('silent') })
const { rows: columns } = await pool.query<{ table: string; column: string }>(
  `select c.relname as table, a.attname as column from pg_class c
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
)
// As views, so that the catalog lists the columns that each query uses.
await pool.query('create schema exported')
for (const kind of exportedKinds) {
  const query = queryOf(kind, { site: { id: '', name: '', path: 'path/' }, below: true, devices: [] })
  await pool.query(`create view exported."${kind.file}" as ${query}`)
}
const { rows: used } = await pool.query<{ table: string; column: string }>(
  `select distinct table_name as table, column_name as column from information_schema.view_column_usage
   where view_schema = 'exported'`,
)
await pool.end()
afterAll(drop)
const exported = new Set(used.map(({ table, column }) => `${table}.${column}`))
const columnsByTable = Map.groupBy(columns, ({ table }) => table)

test('each table is exported, or left out for a reason', () => {
  const forgotten = [...columnsByTable.keys()].filter(
    (table) =>
      !(table in leftOut) && !measured.includes(table) && !used.some(({ table: found }) => found === table),
  )
  expect(forgotten).toEqual([])
  expect(Object.keys(leftOut).filter((table) => !columnsByTable.has(table))).toEqual([])
})

test('each column of an exported table is exported, or left out for a reason', () => {
  const forgotten = columns.filter(({ table, column }) => {
    if (table in leftOut || measured.includes(table) || table === 'device_state' || column === 'version')
      return false
    if (leftOutColumns[table]?.includes(column)) return false
    return !exported.has(`${table}.${column}`)
  })
  expect(forgotten.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  const leaked = Object.entries(leftOutColumns).flatMap(([table, names]) =>
    names.filter((name) => exported.has(`${table}.${name}`)).map((name) => `${table}.${name}`),
  )
  expect(leaked).toEqual([])
})

test('the query of each file is limited to the site', () => {
  expect(exportedKinds.filter(({ from }) => !/\$path|\$devices/.test(from)).map(({ file }) => file)).toEqual(
    [],
  )
})
