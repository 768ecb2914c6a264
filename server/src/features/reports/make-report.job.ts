import { ReportSectionKey } from '@eot/contract/report-model'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { programScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { buildReport } from './build-report.command.ts'
import type { ReportFacts } from './report-facts.ts'
import { reportDeviceQueries } from './report-figures.queries.ts'
import type { PeriodType } from './report-period.ts'
import { type ReportRow, reportQueries } from './reports.queries.ts'
import { hasNews } from './sections/unusual.section.ts'
import { sendReport } from './send-report.command.ts'

/** Generates one report. Those of a site are generated one after another. */
export const makeReportJob = defineJob({
  name: 'make-report',
  payload: z.object({ reportId: z.uuid() }),
  concurrency: 2,
  perGroup: 1,
  timeoutSeconds: 300,
  retry: { limit: 5, delaySeconds: 10, maxDelaySeconds: 600 },
})

type Payload = z.output<typeof makeReportJob.payload>

/** Returns whether some of the devices to which a report is limited still exist. */
const hasDevices = async (
  tx: Kysely<Database>,
  { site_id, sitePath, device_ids }: ReportRow,
): Promise<boolean> => {
  const scope = programScope({ id: site_id, path: sitePath })
  return (await reportDeviceQueries(tx).listIds(scope, { deviceIds: device_ids ?? [] })).length > 0
}

class Canceled extends Error {
  override name = 'Canceled'
}

/** The report, its state and its emails are written in one transaction, so that every receiver gets it once. */
export function reportMaker({
  db,
  clock,
  config,
}: {
  db: Kysely<Database>
  clock: Clock
  config: { quarantineDays: number }
}): JobHandler<Payload, Database> {
  const queries = reportQueries(db)

  async function make(row: ReportRow, signal: AbortSignal): Promise<ReportFacts> {
    return await buildReport(
      {
        scope: programScope({ id: row.site_id, path: row.sitePath }),
        type: periodTypeOf(row),
        name: row.name,
        period: { firstDay: row.first_day, lastDay: row.last_day },
        sections: row.sections?.map((key) => ReportSectionKey.parse(key)),
        deviceIds: row.device_ids ?? undefined,
        groupIds: row.group_ids ?? undefined,
      },
      {
        db,
        madeAt: clock(),
        quarantineDays: config.quarantineDays,
        async onProgress(done, of) {
          signal.throwIfAborted()
          if (!(await queries.saveProgress(row.id, done, of))) throw new Canceled()
        },
      },
    )
  }

  async function store(tx: Kysely<Database>, row: ReportRow, facts: ReportFacts): Promise<void> {
    const at = clock()
    // No email is sent for a day without unusual hours, or for a report whose devices are all gone.
    const isTold =
      row.is_scheduled &&
      (row.type !== 'Heatmap-Alerts' || hasNews(facts)) &&
      (row.device_ids === null || (await hasDevices(tx, row)))
    const isMade = await reportQueries(tx).finish(row.id, { state: 'Ready', at, facts })
    if (isMade && isTold) await sendReport(tx, row, at)
  }

  return {
    async run(run) {
      const row = await queries.findWork(run.payload.reportId)
      if (row?.state !== 'Waiting') return // a previous attempt has generated it, or someone has canceled it
      try {
        const facts = await make(row, run.signal)
        await run.write((tx) => store(tx, row, facts))
      } catch (error) {
        if (!(error instanceof Canceled)) throw error
      }
    },

    async giveUp(run) {
      await run.write(async (tx) => {
        await reportQueries(tx).finish(run.payload.reportId, { state: 'Failed', at: clock() })
      })
    },
  }
}

/** Returns undefined for a custom period. */
export const periodTypeOf = ({ type }: Pick<ReportRow, 'type'>): PeriodType | undefined =>
  type === 'Custom' ? undefined : type
