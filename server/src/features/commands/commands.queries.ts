import type { Kysely } from 'kysely'
import { deviceInScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export const commandQueries = (db: Kysely<Database>) => {
  const described = () =>
    db
      .selectFrom('device_command')
      .leftJoin('app_user', 'app_user.id', 'device_command.requested_by')
      .select([
        'device_command.id as id',
        'device_command.command as command',
        'device_command.requested_at as requestedAt',
        'device_command.expires_at as expiresAt',
        'device_command.sent_at as sentAt',
        'device_command.answered_at as answeredAt',
        'device_command.result as result',
        'app_user.id as userId',
        'app_user.full_name as userName',
      ])

  const find = (scope: Scope, id: string) =>
    db
      .selectFrom('device')
      .leftJoin('site', 'site.id', 'device.site_id')
      .where((eb) => deviceInScope(eb.ref('site.path'), scope))
      .where('device.id', '=', id)
      .select(['device.id as id', 'device.site_id as siteId'])
      .executeTakeFirst()

  return {
    /** Returns the device, locked for this transaction, so that only one command of a kind waits. */
    async holdDevice(scope: Scope, id: string) {
      // Read by a second statement, which finds the site of a device that has moved while the first one waited.
      await db.selectFrom('device').where('id', '=', id).select('id').forUpdate().execute()
      return find(scope, id)
    },

    findDevice: find,

    /** Finds a command of the device that has no answer yet. */
    findWaiting: (deviceId: string, now: Date) =>
      described()
        .where('device_id', '=', deviceId)
        .where('answered_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    findCommand: (id: string) => described().where('device_command.id', '=', id).executeTakeFirstOrThrow(),

    /** Lists the newest commands first. */
    listCommands: (deviceId: string, limit: number) =>
      described()
        .where('device_id', '=', deviceId)
        .orderBy('requested_at', 'desc')
        .orderBy('device_command.id', 'desc')
        .limit(limit)
        .execute(),

    async insertCommand(command: {
      id: string
      deviceId: string
      requestedBy: string
      requestedAt: Date
      expiresAt: Date
    }): Promise<void> {
      await db
        .insertInto('device_command')
        .values({
          id: command.id,
          device_id: command.deviceId,
          command: 'refresh',
          requested_by: command.requestedBy,
          requested_at: command.requestedAt,
          expires_at: command.expiresAt,
        })
        .execute()
    },
  }
}

export type CommandRow = Awaited<ReturnType<ReturnType<typeof commandQueries>['findCommand']>>
