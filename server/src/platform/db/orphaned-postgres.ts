import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import type { Cluster } from './cluster.ts'
import { removeSocketLock } from './postgres-socket.ts'
import { listProgramsIn } from './running-program.ts'

/** How long each way of asking is given before the next, harsher one; all are safe for committed data. */
const fastShutdown: Attempt = { signal: 'SIGINT', waitMs: 10_000 }
const immediateShutdown: Attempt = { signal: 'SIGQUIT', waitMs: 5_000 }
const kill: Attempt = { signal: 'SIGKILL', waitMs: 5_000 }

type Attempt = { signal: NodeJS.Signals; waitMs: number }

/**
 * Ends what an earlier, killed program left running on these files, and its notes of it, so that the next server
 * is the only one. The caller holds the program lock: whoever works in the directory has lost its owner.
 */
export async function endOrphanedPostgres(cluster: Cluster, log: Log): Promise<void> {
  const { directory } = cluster
  const postmaster = await findPostmaster(directory)
  const guided = postmaster !== undefined && listOrphans(directory).includes(postmaster)
  const attempts = guided ? [fastShutdown, immediateShutdown, kill] : [immediateShutdown, kill]
  for (const { signal, waitMs } of attempts) {
    const pids = listOrphans(directory)
    if (pids.length === 0) break
    log.warn({ directory, pids, signal }, 'stopping a PostgreSQL that its program left behind')
    // A postmaster passes the request on to its children itself, in the right order.
    for (const pid of guided && signal !== 'SIGKILL' ? [postmaster] : pids) sendSignal(pid, signal)
    await waitUntilGone(directory, waitMs)
  }
  const left = listOrphans(directory)
  if (left.length > 0)
    throw new Error(`programs ${left.join(', ')} keep using ${directory} and cannot be stopped`)
  // PostgreSQL would take any program that has been given the old pid since for a living server.
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

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
