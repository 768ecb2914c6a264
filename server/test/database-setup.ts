import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareDatabase } from '../src/program/prepare-database.ts'
import { withDatabase } from './database-url.ts'
import { dropDatabase } from './drop-database.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which tests create their own databases as copies of the template. */
    testServer: { url: string; template: string }
  }
}

/** Global setup: provides one PostgreSQL (or TEST_DATABASE_URL) with a migrated template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startTemporaryPostgres()
  const template = `eot_template_${process.pid}`
  const admin = new Client({ connectionString: server.url })
  try {
    await admin.connect()
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${template}`)
    await prepareDatabase(withDatabase(server.url, template))
  } catch (error) {
    await admin.end()
    await server.stop()
    throw error
  }
  project.provide('testServer', { url: server.url, template })
  return async () => {
    await admin.end()
    // The temporary server is deleted with its databases.
    if (process.env.TEST_DATABASE_URL) await dropDatabase(server.url, template)
    await server.stop()
  }
}

async function startTemporaryPostgres() {
  const dataDir = await makeTemporaryDirectory()
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('warn') })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
