import { health } from '@eot/contract/health'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { measureBehind } from './behind.queries.ts'
import { stallQueries } from './stalls.queries.ts'
import { judgeWork } from './work-behind.ts'

export function healthRoutes(serve: Serve<Caller>, { db }: { db: Kysely<Database> }): void {
  serve(health.get, async () => {
    const now = Date.now()
    const states = judgeWork(await measureBehind(executeIn(db)))
    const processes = await stallQueries(db).listProcesses()
    return {
      Work: states.map(({ work, behindSeconds, limitSeconds, isStalled }) => ({
        Work: work,
        BehindSeconds: behindSeconds,
        LimitSeconds: limitSeconds,
        StalledSince: isStalled ? new Date(now - (behindSeconds - limitSeconds) * 1000).toISOString() : null,
      })),
      Processes: processes.map(({ roles, host, pid, version, startedAt, seenAt }) => ({
        Roles: roles,
        Host: host,
        Pid: pid,
        Version: version,
        StartedAt: startedAt.toISOString(),
        SeenAt: seenAt.toISOString(),
      })),
    }
  })
}
