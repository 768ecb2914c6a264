import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareDatabase } from '../src/program/prepare-database.ts'
import {
  closeClusterDatabase,
  createClusterDatabase,
  dropClusterDatabase,
  listClusterNodes,
} from './cluster-databases.ts'
import { withDatabase } from './database-url.ts'
import { dropDatabase } from './drop-database.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A server on which tests create their own databases as copies of the template; `nodes` are those of a cluster, else none.
     */
    testServer: { url: string; template: string; nodes: string[] }
  }
}

/**
 * The data is kept in memory, so compressing the WAL only costs time. Most databases are dropped within a second, which autovacuum
 * would delay.
 */
const testSettings = ['wal_compression=off', 'autovacuum=off']

/** Global setup: provides one PostgreSQL (or TEST_DATABASE_URL, or TEST_CLUSTER_URL) with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env.TEST_CLUSTER_URL
  const nodes = clusterUrl ? await listClusterNodes(clusterUrl) : []
  const given = clusterUrl ?? process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => undefined } : await startTemporaryPostgres()
  const template = `eot_template_${process.pid}`
  const admin = new Client({ connectionString: server.url })
  try {
    await admin.connect()
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    if (clusterUrl) await createClusterDatabase(nodes, template)
    else await admin.query(`CREATE DATABASE ${template}`)
    await prepareDatabase(withDatabase(server.url, template))
    await closeClusterDatabase(nodes, template)
  } catch (error) {
    await admin.end()
    await server.stop()
    throw error
  }
  project.provide('testServer', { url: server.url, template, nodes })
  return async () => {
    await admin.end()
    // The temporary server is deleted with its databases.
    if (clusterUrl) await dropClusterDatabase(nodes, template)
    else if (given) await dropDatabase(given, template)
    await server.stop()
  }
}

async function startTemporaryPostgres() {
  const dataDir = await makeTemporaryDirectory()
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('warn'), settings: testSettings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
