import { mostConnections } from '../platform/connection-limits.ts'
import { StartRefused } from '../platform/start-refused.ts'

/**
 * How many connections one kind may hold: what its setting says, or else half of what the process may have open, since
 * browsers and devices are served by one. Throws StartRefused for a setting that the process cannot keep.
 */
export function connectionShare(setting: string, given: number | undefined): number {
  const most = mostConnections()
  if (given !== undefined && given > most)
    throw new StartRefused(
      `${setting} is ${given}, but this process may hold ${most} connections; raise its limit of open files or lower the setting`,
    )
  return given ?? most >> 1
}
