import type { Channel } from '@eot/contract/channels'
import { type Kysely, sql } from 'kysely'
import { inScope, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { MessageStatus } from '../messages/index.ts'

/** `scope`: where the messages went. `own`: all that the reader may see, in which people are named and searched. */
export interface LogScopes {
  scope: Scope
  own: Scope
}

export interface MessageFilter {
  search?: string | undefined
  types?: readonly string[] | undefined
  statuses?: readonly MessageStatus[] | undefined
}

export interface MessagePage extends Slice {
  sortBy: 'CreatedAt' | 'Receiver' | 'Type' | 'Status'
  order: 'asc' | 'desc'
}

const mostAttempts = 200

const outcome = sql<string | null>`case when message.status = 'sent' then 'sent'
  when message.status in ('failed', 'expired') then 'failed'
  when message.status in ('requested', 'composed') then 'waiting' end`.as('outcome')

const sortColumns = {
  CreatedAt: 'message.created_at',
  Receiver: 'message.receiver',
  Type: 'message.kind',
  Status: 'message.status',
} as const

export const messageLogQueries = (db: Kysely<Database>, channel: Channel) => {
  /**
   * Messages to users and sites that were in the scope at that time (B10); those that belong to neither are hidden.
   */
  const visible = (scope: Scope) =>
    db
      .selectFrom('message')
      .where((eb) => inScope(eb.ref('message.site_path').$castTo<string>(), scope))
      .where('message.channel', '=', channel)
      .where('message.status', '<>', 'dropped')

  const withUsers = ({ scope, own }: LogScopes) =>
    visible(scope).leftJoin('app_user', (join) =>
      join
        .onRef('app_user.id', '=', 'message.user_id')
        .on(isAtSites(sql.ref<string>('app_user.site_id'), own)),
    )

  const matching = (scopes: LogScopes, { search, statuses, types }: MessageFilter) =>
    withUsers(scopes)
      .$if(statuses !== undefined, (query) => query.where('message.status', 'in', [...(statuses ?? [])]))
      .$if(types !== undefined, (query) => query.where('message.kind', 'in', [...(types ?? [])]))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('message.receiver'), search ?? ''),
            contains(eb.ref('message.subject'), search ?? ''),
            contains(eb.ref('app_user.full_name'), search ?? ''),
          ]),
        ),
      )

  const withNames = (messages: ReturnType<typeof withUsers>) =>
    messages
      .selectAll('message')
      .select([
        'app_user.full_name as userName',
        sql<Date | null>`case when message.status = 'sent' then message.finished_at end`.as('sentAt'),
      ])

  return {
    findMessage: (own: Scope, id: string) =>
      withNames(withUsers({ scope: own, own }))
        .select(['app_user.email as userEmail', 'app_user.is_active as isUserActive'])
        .select('app_user.confirmed_at as userConfirmedAt')
        .where('message.id', '=', id)
        .executeTakeFirst(),

    listMessages: (scopes: LogScopes, filter: MessageFilter, page: MessagePage) =>
      withNames(matching(scopes, filter))
        .orderBy(sortColumns[page.sortBy], page.order)
        .orderBy('message.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    /** Lists the oldest first. */
    listAttempts: (messageId: string) =>
      db
        .selectFrom('message_attempt')
        .where('message_id', '=', messageId)
        .orderBy('at')
        .orderBy('id')
        .limit(mostAttempts)
        .selectAll()
        .execute(),

    /** Selects those requested since an instant, as `readDeliveryFigures` counts them. */
    outcomesSince: (scope: Scope, from: Date) =>
      sql`${visible(scope)
        .where('message.created_at', '>=', from)
        .select(['message.created_at as created_at', 'message.finished_at as finished_at', outcome])}`,

    countMessages: (scopes: LogScopes, filter: MessageFilter): Promise<number> =>
      countRows(matching(scopes, filter)),
  }
}

export type LogRow = Awaited<ReturnType<ReturnType<typeof messageLogQueries>['listMessages']>>[number]
