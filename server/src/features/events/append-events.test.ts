import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { appendEventsJob, appendEventsLater, listChange, readSequence } from './index.ts'

const app = await testApp()

test('events to append after a commit are stored in their order by a job, and none if it is rolled back', async () => {
  const { path } = await app.make.site()
  const [sites, devices] = [listChange('SitesChanged', path), listChange('DeviceListChanged', path)]
  const undone = app.db.transaction().execute(async (tx) => {
    await appendEventsLater(tx, [listChange('UsersChanged', path)])
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await app.db.transaction().execute((tx) => appendEventsLater(tx, [sites, devices]))
  await app.runJobs()
  const { rows } = await app.pool.query('select kind, at from event where site_path = $1 order by seq', [
    path,
  ])
  expect(rows).toEqual([
    { kind: 'SitesChanged', at: sites.at },
    { kind: 'DeviceListChanged', at: devices.at },
  ])
})

test('the end of an alert is appended once, even if its job runs twice', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const { id } = await app.make.alert({ device, type: 'Vape', ended_at: new Date() })
  const event = {
    kind: 'AlertEnded' as const,
    at: new Date().toISOString(),
    sitePath: site.path,
    deviceId: device.id,
    alertId: id,
  }
  const payload = { after: await readSequence(executeOn(app.pool)), events: [event] }
  for (let attempt = 1; attempt <= 2; attempt++) await enqueue(app.db, appendEventsJob, payload)
  await app.runJobs()
  const { rows } = await app.pool.query('select kind from event where alert_id = $1', [id])
  expect(rows).toEqual([{ kind: 'AlertEnded' }])
})
