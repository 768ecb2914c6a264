import { z } from 'zod'
import type { Database } from '../../database.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { announceChange } from '../events/index.ts'
import { maintenanceQueries } from './maintenance.queries.ts'

const payload = z.object({ windowId: z.uuid() })
type Payload = z.output<typeof payload>

/** Due when a maintenance window begins and when it ends. Does nothing if the window has been changed in the meantime. */
export const announceMaintenanceJob = defineJob({ name: 'announce-maintenance', payload, concurrency: 2 })

/** Makes pages reload the windows, and notifies people of open alerts of which they were not notified during maintenance. */
export const announcingMaintenance = (): JobHandler<Payload, Database> => ({
  run: (run) =>
    run.write(async (tx) => {
      const site = await maintenanceQueries(tx).findSitePathOf(run.payload.windowId)
      if (site) await announceChange(tx, 'MaintenanceChanged', site.path)
    }),
})
