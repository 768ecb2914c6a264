import { jobs } from '../jobs.ts'
import { migrate } from '../platform/db/migrate.ts'
import { installJobs } from '../platform/jobs/job-queue.ts'

/** Brings the product's tables and the job queue up to date, one program at a time; throws when a step fails. */
export async function prepareDatabase(url: string): Promise<void> {
  await migrate(url)
  await installJobs(url, jobs)
}
