import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { createPrivateFile, findPrivateFile } from '../private-file.ts'
import { type Cluster, clusterDatabase, clusterRole } from './cluster.ts'
import { endOrphanedPostgres } from './orphaned-postgres.ts'
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts'
import { adoptCluster, createCluster, locateCluster, setClusterPassword } from './postgres-cluster.ts'
import { keepServerRunning } from './postgres-server.ts'
import { prepareSocketDir, removeSocketDir } from './postgres-socket.ts'
import { takeProgramLock } from './program-lock.ts'

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
      url: `postgres://${clusterRole}:${password}@localhost/${clusterDatabase}?host=${encodeURIComponent(cluster.socketDir)}`,
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
  const passwordFile = join(dataDir, 'pg-password')
  const known = await findPrivateFile(passwordFile)
  const password = known ?? randomBytes(24).toString('hex')
  if (existsSync(cluster.directory)) {
    await adoptCluster(binaries, cluster)
    await endOrphanedPostgres(cluster, log)
    if (!known) await setClusterPassword(binaries, cluster, password)
  } else {
    log.info({ directory: cluster.directory }, 'creating the database')
    await createCluster(binaries, cluster, password)
  }
  // Last, so that an interruption before it leaves no password that the cluster does not know.
  return known ?? createPrivateFile(passwordFile, password)
}
