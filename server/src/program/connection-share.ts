import { mostConnections } from '../platform/connection-limits.ts'
import { StartRefused } from '../platform/start-refused.ts'

/**
 * Returns the maximum number of connections of one kind: the setting's value, or by default half of the process's open-file
 * limit, since one process serves both browsers and devices. Throws StartRefused if the limit does not allow the given value.
 */
export function connectionShare(setting: string, given: number | undefined): number {
  const most = mostConnections()
  if (given !== undefined && given > most)
    throw new StartRefused(
      `${setting} is ${given}, but this process can open only ${most} connections; raise its open-file limit or lower the setting`,
    )
  return given ?? most >> 1
}
