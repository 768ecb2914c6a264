import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { readEvents } from './event.ts'
import { listEvents } from './events.queries.ts'

const app = await testApp()

test('an event stores what happened, when, where and to which record, as of that time', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const at = new Date(Date.now() - 60_000)
  await sendSamples(app.ingest, device.mac, [{ at: at.toISOString(), readings: { vape: 80 } }])
  const other = await app.make.site()
  await app.db.updateTable('device').set({ site_id: other.id }).where('id', '=', device.id).execute()
  const alert = await app.db
    .selectFrom('alert')
    .select('id')
    .where('device_id', '=', device.id)
    .executeTakeFirstOrThrow()
  const rows = await listEvents(executeOn(app.pool), 0, 100, site.path)
  const where = { siteId: site.id, sitePath: site.path, deviceId: device.id }
  expect(readEvents(rows)).toMatchObject([
    { kind: 'DeviceOnline', ...where, alertId: null, alertType: null },
    { kind: 'AlertStarted', at, ...where, alertId: alert.id, alertType: 'Vape' },
  ])
})
