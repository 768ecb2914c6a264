import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { errorCode } from '../error-code.ts'

/** Names one running program for good: a pid alone may be given to another program later. */
export type ProgramIdentity = { pid: number; startTicks: string; bootId: string }

/** Undefined when no program runs under this pid (a dead one that its parent has not reaped counts as none). */
export function findProgram(pid: number): ProgramIdentity | undefined {
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the command in brackets and may itself hold spaces and brackets.
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
 * Pids of all programs of this name whose working directory is this one; compared by inode, so that links and
 * renames hide none. Other users' programs cannot be looked into and cannot be ours.
 */
export function listProgramsIn(directory: string, name: string): number[] {
  const wanted = statSync(directory)
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const current = unlessGone(() => statSync(`/proc/${pid}/cwd`))
      if (current?.ino !== wanted.ino || current.dev !== wanted.dev) return false
      const executable = unlessGone(() => readlinkSync(`/proc/${pid}/exe`))
      // The kernel marks it so when an update has replaced the file since.
      return executable !== undefined && basename(executable.replace(/ \(deleted\)$/, '')) === name
    })
    .map(Number)
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

/** Undefined when the program ended meanwhile (ESRCH: between opening and reading) or is another user's. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
