import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { type Repeated, repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { keepProcess, stopProcess } from './processes.queries.ts'

const everyMs = 5_000

/** Registers this process for the others on the database, with its roles and whether it hears devices, until it stops. */
export async function startHeartbeat(
  execute: Execute,
  { log, hears, ...own }: { roles: readonly string[]; version: string; log: Log; hears: () => boolean },
): Promise<Repeated> {
  const self = { ...own, id: randomUUID(), host: hostname(), pid: process.pid }
  await keepProcess(execute, self, hears())
  const beats = repeat('heartbeat', everyMs, () => keepProcess(execute, self, hears()), log)
  return {
    async stop() {
      await beats.stop()
      // Without the database, the others notice when its heartbeat stops.
      await stopProcess(execute, self.id).catch(() => undefined)
    },
  }
}
