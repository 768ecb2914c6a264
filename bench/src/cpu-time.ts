import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts CPU time in hundredths of a second, regardless of the scheduler's clock. */
const ticksPerSecond = 100

interface ProcessStat {
  parent: number
  /** CPU time of the process with all its threads, in seconds. */
  own: number
  /** CPU time of its children that have exited. */
  ended: number
}

/** Returns the CPU time of a process with all its threads, in seconds. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.own ?? Number.NaN

/** Returns the CPU time of all processes of the PostgreSQL server with its data in `directory`, in seconds. */
export function postgresCpuSeconds(directory: string): number {
  const server = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  const main = statOf(server)
  if (!main) return Number.NaN
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    return stat?.parent === server ? stat.own : []
  })
  return children.reduce((sum, seconds) => sum + seconds, main.own + main.ended)
}

/** undefined: the process has exited. */
function statOf(pid: number): ProcessStat | undefined {
  try {
    // The name, in parentheses, may contain anything; it is followed by a letter and numbers.
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/)
    const fields = after.split(' ').map(Number)
    const seconds = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / ticksPerSecond
    return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) }
  } catch {
    return undefined
  }
}
