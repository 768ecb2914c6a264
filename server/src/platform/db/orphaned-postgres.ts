import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import type { Cluster } from './cluster.ts'
import { removeSocketLock } from './postgres-socket.ts'
import { listProgramsIn, sendSignal } from './running-program.ts'

/** Wait before each harsher signal. All of them are safe for committed data. */
const fastShutdown: Attempt = { signal: 'SIGINT', waitMs: 10_000 }
const immediateShutdown: Attempt = { signal: 'SIGQUIT', waitMs: 5_000 }
const kill: Attempt = { signal: 'SIGKILL', waitMs: 5_000 }

type Attempt = { signal: NodeJS.Signals; waitMs: number }

/**
 * Stops the PostgreSQL processes that a killed program left running on these files and removes their lock files, so that
 * the next server is the only one. The caller must hold the program lock: then any process in the directory is an orphan.
 */
export async function endOrphanedPostgres(cluster: Cluster, log: Log): Promise<void> {
  const { directory } = cluster
  const postmaster = await findPostmaster(directory)
  const guided = postmaster !== undefined && listOrphans(directory).includes(postmaster)
  const attempts = guided ? [fastShutdown, immediateShutdown, kill] : [immediateShutdown, kill]
  for (const { signal, waitMs } of attempts) {
    const pids = listOrphans(directory)
    if (pids.length === 0) break
    log.warn({ directory, pids, signal }, 'stopping an orphaned PostgreSQL')
    // A postmaster passes the signal on to its children in the right order.
    for (const pid of guided && signal !== 'SIGKILL' ? [postmaster] : pids) sendSignal(pid, signal)
    await waitUntilGone(directory, waitMs)
  }
  const left = listOrphans(directory)
  if (left.length > 0)
    throw new Error(`processes ${left.join(', ')} still use ${directory} and cannot be stopped`)
  // Another program may have received the old pid, and PostgreSQL would take it for a running server.
  await removeSocketLock(cluster)
  await rm(join(directory, 'postmaster.pid'), { force: true })
}

function listOrphans(directory: string): number[] {
  return listProgramsIn(directory, 'postgres')
}

async function findPostmaster(directory: string): Promise<number | undefined> {
  try {
    return Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function waitUntilGone(directory: string, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs
  while (performance.now() < end && listOrphans(directory).length > 0) await delay(20)
}
