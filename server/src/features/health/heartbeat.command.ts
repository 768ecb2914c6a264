import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { type Repeated, repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { keepProcess, stopProcess } from './processes.queries.ts'

const everyMs = 5_000

/** Lets the other processes on the database know that this one is running, and what it does. */
export async function startHeartbeat(
  execute: Execute,
  { log, ...process_ }: { roles: readonly string[]; version: string; log: Log },
): Promise<Repeated> {
  const self = { ...process_, id: randomUUID(), host: hostname(), pid: process.pid }
  await keepProcess(execute, self)
  const beats = repeat('heartbeat', everyMs, () => keepProcess(execute, self), log)
  return {
    async stop() {
      await beats.stop()
      // Without the database, the others notice when it is no longer seen.
      await stopProcess(execute, self.id).catch(() => undefined)
    },
  }
}
