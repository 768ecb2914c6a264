import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { errorCode } from '../error-code.ts'

/** Identifies one run of a program. A pid alone is not enough, since it can be reused. */
export type ProgramIdentity = { pid: number; startTicks: string; bootId: string }

/** Returns undefined if no program runs under this pid. Zombies count as not running. */
export function findProgram(pid: number): ProgramIdentity | undefined {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the command in parentheses, which may itself contain spaces and parentheses.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const startTicks = rest[18]
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined
  return { pid, startTicks, bootId: bootId() }
}

export function isRunning(program: ProgramIdentity): boolean {
  const found = findProgram(program.pid)
  return found !== undefined && found.startTicks === program.startTicks && found.bootId === program.bootId
}

/**
 * Pids of all programs with this name whose working directory is `directory`. Compares inodes, so that links and renames
 * do not hide any. Skips programs of other users, which cannot be inspected and cannot be ours.
 */
export function listProgramsIn(directory: string, name: string): number[] {
  const wanted = statSync(directory)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const current = unlessGone(() => statSync(`/proc/${pid}/cwd`))
      if (current?.ino !== wanted.ino || current.dev !== wanted.dev) return false
      const executable = unlessGone(() => readlinkSync(`/proc/${pid}/exe`))
      // The kernel adds this mark if an update has replaced the file.
      return executable !== undefined && basename(executable.replace(/ \(deleted\)$/, '')) === name
    })
    .map(Number)
}

/** Sends a signal to a program. Does nothing if the program has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** Returns undefined if the program has ended (ESRCH between opening and reading) or belongs to another user. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
