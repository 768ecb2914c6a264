import type { Database as Tables } from '../src/database.ts'
import { makeReportJob, planReports, reportMaker } from '../src/features/reports/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { queryBuilder } from '../src/platform/db/query-builder.ts'
import { handleJob } from '../src/platform/jobs/job-run.ts'
import { createJobWorker } from '../src/platform/jobs/job-worker.ts'
import { createLog } from '../src/platform/log.ts'

/** Plans reports for the time that its parent sends, and generates enqueued ones. Tests start and kill it. */
const [url, start] = process.argv.slice(2)
if (!url || !start || !process.send)
  throw new Error('usage: report-program.ts URL NOW, as a child with messages')

const log = createLog('silent')
const pool = createPool(url, { max: 4, log })
const db = queryBuilder<Tables>(pool)
let now = Number(start)
const clock = () => new Date(now)
const worker = createJobWorker<Tables>({
  url,
  pool,
  db,
  log,
  handlers: [handleJob(makeReportJob, reportMaker({ db, clock, config: { quarantineDays: 30 } }))],
  timing: { superviseSeconds: 1 },
})

process.on('message', (at: number) => {
  now = at
  planReports(db, clock()).then(
    () => process.send?.('planned'),
    () => process.exit(1), // for example PostgreSQL chose it as the victim of a deadlock: same as a crash
  )
})
process.on('disconnect', () => process.exit())

await worker.start()
process.send('started')
