import { systemMessages } from '@eot/contract/system-messages'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { announcementRoutes } from './announcements.routes.ts'
import { createMessage, deleteMessage, updateMessage } from './change-message.command.ts'
import { systemMessageQueries } from './system-messages.queries.ts'
import { messageToWire } from './system-messages.wire.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

export function systemMessageRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf, clock } = parts
  const queries = systemMessageQueries(db)
  announcementRoutes(serve, parts)

  serve(systemMessages.list, async ({ query, caller }) => {
    const reach = { own: ownScope(caller), listed: await scopeOf(caller, query) }
    const { order = 'desc', Period, search, severity, sortBy } = query
    const filter = { search, period: Period, severities: severity }
    const now = clock()
    return answerPage(query, {
      count: () => queries.countMessages(reach, filter, now),
      list: async (slice) => {
        const rows = await queries.listMessages(reach, filter, { sortBy, order, ...slice }, now)
        return rows.map((row) => ({ ...messageToWire(row), DismissedCount: row.dismissedCount }))
      },
    })
  })

  serve(systemMessages.audience, async ({ query, caller }) => {
    const rows = await queries.countAudience(ownScope(caller), query.Sites ?? [caller.siteId])
    return rows.map(({ id, name, count }) => ({ Id: id, Name: name, Count: count ?? 0 }))
  })

  serve(systemMessages.get, async ({ params, caller }) =>
    messageToWire(found(await queries.findMessage(ownScope(caller), params.id), 'system_message_not_found')),
  )
  serve(systemMessages.create, async ({ body, caller }) =>
    messageToWire(await createMessage(parts, caller, body)),
  )
  serve(systemMessages.update, async ({ params, body, caller }) =>
    messageToWire(await updateMessage(parts, caller, params.id, body)),
  )
  serve(systemMessages.remove, ({ params, caller }) => deleteMessage(parts, caller, params.id))
}
