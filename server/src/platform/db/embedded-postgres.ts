import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Log } from '../log.ts'
import { createPrivateFile, findPrivateFile } from '../private-file.ts'
import { type Cluster, clusterDatabase, clusterRole } from './cluster.ts'
import { endOrphanedPostgres } from './orphaned-postgres.ts'
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts'
import { adoptCluster, createCluster, locateCluster, setClusterPassword } from './postgres-cluster.ts'
import { keepServerRunning } from './postgres-server.ts'
import { prepareSocketDir, removeSocketDir } from './postgres-socket.ts'
import { takeProgramLock } from './program-lock.ts'
import { listProgramsIn } from './running-program.ts'

/** File in the data directory with the password of the program's role. */
export const passwordFile = 'pg-password'

/**
 * Starts the bundled PostgreSQL on `dataDir/pg` and keeps it running until `stop`. Throws `StartRefused` if another
 * program uses the directory or its files belong to another PostgreSQL version. `settings`, such as `autovacuum=off`, override
 * those of the program.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  settings?: readonly string[]
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { log, settings = [] } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const lock = await takeProgramLock(dataDir)
  try {
    const cluster = locateCluster(dataDir)
    const binaries = preparePostgresBinaries(cluster.account, copyParents(dataDir))
    const password = await prepareCluster(binaries, cluster, dataDir, log)
    await prepareSocketDir(cluster)
    const server = await keepServerRunning({ binaries, cluster, log, settings })
    return {
      url: urlOf(cluster, password),
      async stop() {
        await server.stop()
        await removeSocketDir(cluster)
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Finds the URL of the embedded PostgreSQL that currently runs on `dataDir`; undefined if none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = locateCluster(resolve(dataDir))
  const password = await findPrivateFile(join(dataDir, passwordFile))
  if (password === undefined || !existsSync(cluster.directory)) return undefined
  return listProgramsIn(cluster.directory, 'postgres').length > 0 ? urlOf(cluster, password) : undefined
}

function urlOf({ socketDir }: Cluster, password: string): string {
  return `postgres://${clusterRole}:${password}@localhost/${clusterDatabase}?host=${encodeURIComponent(socketDir)}`
}

function copyParents(dataDir: string): string[] {
  return [dataDir, '/var/lib/eot-live', join(tmpdir(), 'eot-live')]
}

/** Prepares a cluster that no other server uses. Returns the password of the program's role. */
async function prepareCluster(
  binaries: PostgresBinaries,
  cluster: Cluster,
  dataDir: string,
  log: Log,
): Promise<string> {
  const path = join(dataDir, passwordFile)
  const known = await findPrivateFile(path)
  const password = known ?? randomBytes(24).toString('hex')
  if (existsSync(cluster.directory)) {
    // First, since a server that still runs may belong to another account than the next one.
    await endOrphanedPostgres(cluster, log)
    await adoptCluster(binaries, cluster)
    if (!known) await setClusterPassword(binaries, cluster, password)
  } else {
    log.info({ directory: cluster.directory }, 'creating the database')
    await createCluster(binaries, cluster, password)
  }
  // Last, so that an interruption leaves no password file that does not match the cluster.
  return known ?? createPrivateFile(path, password)
}
