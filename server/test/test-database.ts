import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { copyClusterDatabase, dropClusterDatabase } from './cluster-databases.ts'
import { withDatabase } from './database-url.ts'
import { dropDatabase, runShared } from './drop-database.ts'
import { recordStatements } from './record-statements.ts'

// Set by the test of the statements that other tests send to a cluster.
const { RECORDED_STATEMENTS, TEST_CLUSTER_URL } = process.env
if (RECORDED_STATEMENTS && TEST_CLUSTER_URL) recordStatements(RECORDED_STATEMENTS, TEST_CLUSTER_URL)

/** Creates a migrated, empty database for one test. `drop` also ends its connections. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template, nodes } = inject('testServer')
  const name = `eot_test_${randomBytes(6).toString('hex')}`
  if (nodes.length > 0) {
    await copyClusterDatabase(nodes, name, template)
    return {
      url: withDatabase(url, name),
      drop: () => dropClusterDatabase(nodes, name),
    }
  }
  // A copy of the files takes a tenth of the time of the default, which writes the whole template to the WAL.
  await runShared(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    url: withDatabase(url, name),
    drop: () => dropDatabase(url, name),
  }
}
