import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'
import { findProgram, isRunning, type ProgramIdentity } from './running-program.ts'

/** Paths of the locks held since this process started. A process that restarts itself keeps its pid, but not these. */
const held = new Set<string>()

/**
 * Locks the data directory for this program until `release`. Throws `StartRefused` if another program holds it. Each
 * program first writes its own file and then looks for others, so of two that start at once at most one keeps running,
 * and the file of a running program is never removed.
 */
export async function takeProgramLock(dataDir: string): Promise<{ release(): Promise<void> }> {
  const self = findProgram(process.pid)
  if (!self)
    throw new StartRefused('the embedded PostgreSQL needs Linux with /proc; set DATABASE_URL instead')
  const own = lockPath(dataDir, self.pid)
  const earlier = await readLock(own)
  const isOwn = earlier?.pid === self.pid && !held.has(own)
  if (earlier && !isOwn && isRunning(earlier)) refuse(dataDir, self.pid)
  await writeFile(`${own}.new`, JSON.stringify(self), { mode: 0o644 })
  await rename(`${own}.new`, own)
  held.add(own)
  const release = async () => {
    await rm(own, { force: true })
    held.delete(own)
  }
  try {
    await refuseIfOthersRun(dataDir, self.pid)
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

async function refuseIfOthersRun(dataDir: string, ownPid: number): Promise<void> {
  const pids = (await readdir(dataDir))
    .map((name) => Number(/^program-(\d+)\.lock$/.exec(name)?.[1] ?? 0))
    .filter((pid) => pid !== 0 && pid !== ownPid)
  for (const pid of pids) {
    const path = lockPath(dataDir, pid)
    const holder = await readLock(path)
    if (holder && isRunning(holder)) refuse(dataDir, pid)
    await rm(path, { force: true })
  }
}

function refuse(dataDir: string, pid: number): never {
  throw new StartRefused(
    `the data directory ${dataDir} is in use by the program with pid ${pid}; stop it, or set DATA_DIR to another directory`,
  )
}

function lockPath(dataDir: string, pid: number): string {
  return join(dataDir, `program-${pid}.lock`)
}

/** Returns undefined if there is no lock, or if it is unreadable after a power loss, since its program is gone then. */
async function readLock(path: string): Promise<ProgramIdentity | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
