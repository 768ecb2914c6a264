import { jobs } from '../jobs.ts'
import { migrate } from '../platform/db/migrate.ts'
import { requireDurability } from '../platform/db/require-durability.ts'
import { installJobs } from '../platform/jobs/job-queue.ts'
import { distributeDatabase, isCoordinator } from './distribute-database.ts'

/**
 * Migrates the product's tables and the job queue, one program at a time, and distributes them if the database is a cluster.
 * Throws if a migration fails.
 */
export async function prepareDatabase(url: string): Promise<void> {
  await requireDurability(url)
  const isCluster = await isCoordinator(url)
  await migrate(url)
  if (isCluster) await distributeDatabase(url)
  await installJobs(url, jobs)
}
