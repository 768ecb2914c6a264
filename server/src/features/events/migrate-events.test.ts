import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { installedDatabase } from '../../../test/installed-database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { readEvents } from './event.ts'
import { listEvents, readSequence } from './events.queries.ts'

test('the migration keeps stored events and their numbers, and adds when they happened and the alert type', async () => {
  const { url, db } = await installedDatabase('0009_mail_jobs.sql')
  const [alertId, deviceId] = [uuidv7(), uuidv7()]
  const siteId = uuidv7()
  await sql`insert into site (id, path, name) values (${siteId}, ${`${siteId}/`}, 'Root')`.execute(db)
  await sql`insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
      site_path_names, time_zone, started_at, ended_at)
    select ${alertId}, 'Vape', 'Critical', 1, ${deviceId}, 'Room 1', id, name, path, '[]', 'UTC',
      '2026-03-01T08:00:00Z', '2026-03-01T08:05:00Z' from site where parent_id is null`.execute(db)
  await sql`update live_sequence set seq = 9`.execute(db)
  await sql`insert into live_event (seq, at, site_path, event_type, event, device_id, alert_id)
    select v.seq, '2026-03-01T09:00:00Z', path, v.type, v.event, ${deviceId}, v.alert::uuid
    from site, (values (7, 'alerts', 'AlertStarted', ${alertId}), (8, 'alerts', 'AlertEnded', ${alertId}),
      (9, 'devices', 'DeviceOffline', null)) as v (seq, type, event, alert)
    where parent_id is null`.execute(db)
  await migrate(url)
  const execute = executeIn(db)
  expect(readEvents(await listEvents(execute, 0, 10))).toMatchObject([
    {
      seq: 7,
      kind: 'AlertStarted',
      at: new Date('2026-03-01T08:00:00Z'),
      deviceId,
      alertId,
      alertType: 'Vape',
    },
    {
      seq: 8,
      kind: 'AlertEnded',
      at: new Date('2026-03-01T08:05:00Z'),
      deviceId,
      alertId,
      alertType: 'Vape',
    },
    {
      seq: 9,
      kind: 'DeviceOffline',
      at: new Date('2026-03-01T09:00:00Z'),
      deviceId,
      alertId: null,
      alertType: null,
    },
  ])
  expect(await readSequence(execute)).toBe(9)
})
