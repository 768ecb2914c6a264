import { jobs } from '../jobs.ts'
import { migrate } from '../platform/db/migrate.ts'
import { requireDurability } from '../platform/db/require-durability.ts'
import { installJobs } from '../platform/jobs/job-queue.ts'

/** Migrates the product's tables and the job queue, one program at a time. Throws if a migration fails. */
export async function prepareDatabase(url: string): Promise<void> {
  await requireDurability(url)
  await migrate(url)
  await installJobs(url, jobs)
}
