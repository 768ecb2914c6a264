import { commands, type DeviceCommandRecord } from '@eot/contract/commands'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { type CommandRow, commandQueries } from './commands.queries.ts'
import { refreshDevice } from './refresh-device.command.ts'

const mostListed = 20

export function commandRoutes(serve: Serve<Caller>, parts: { db: Kysely<Database>; clock: Clock }): void {
  const { db, clock } = parts
  serve(commands.refresh, async ({ params, caller }) =>
    commandToWire(await refreshDevice(parts, caller, params.id), clock()),
  )

  serve(commands.list, async ({ params, caller }) => {
    const queries = commandQueries(db)
    const { id } = found(await queries.findDevice(ownScope(caller), params.id), 'device_not_found')
    return (await queries.listCommands(id, mostListed)).map((row) => commandToWire(row, clock()))
  })
}

const commandToWire = (row: CommandRow, now: Date): DeviceCommandRecord => ({
  Id: row.id,
  Command: row.command,
  Status: row.result ?? (row.expiresAt <= now ? 'Expired' : row.sentAt ? 'Sent' : 'Queued'),
  RequestedBy: row.userId === null ? null : { Id: row.userId, Name: row.userName ?? '' },
  RequestedAt: row.requestedAt.toISOString(),
  SentAt: row.sentAt?.toISOString() ?? null,
  AnsweredAt: row.answeredAt?.toISOString() ?? null,
})
