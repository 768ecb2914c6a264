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

/** In the data directory: the password of our role in the embedded database. */
export const passwordFile = 'pg-password'

/**
 * Starts the PostgreSQL that comes with the packages on `dataDir/pg`, and keeps it running until `stop`. Throws
 * StartRefused when another program uses the directory, or its files are not for this version.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { log } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const lock = await takeProgramLock(dataDir)
  try {
    const cluster = locateCluster(dataDir)
    const binaries = preparePostgresBinaries(cluster.account, copyParents(dataDir))
    const password = await prepareCluster(binaries, cluster, dataDir, log)
    await prepareSocketDir(cluster)
    const server = await keepServerRunning({ binaries, cluster, log })
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

/** The address of the embedded PostgreSQL that a program runs on `dataDir` now; undefined when none does. */
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

/** Leaves a cluster that nobody else uses, and answers the password of our role in it. */
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
    // First, since a server that still runs may be another account's than the next one.
    await endOrphanedPostgres(cluster, log)
    await adoptCluster(binaries, cluster)
    if (!known) await setClusterPassword(binaries, cluster, password)
  } else {
    log.info({ directory: cluster.directory }, 'creating the database')
    await createCluster(binaries, cluster, password)
  }
  // Last, so that an interruption before it leaves no password that the cluster does not know.
  return known ?? createPrivateFile(path, password)
}
