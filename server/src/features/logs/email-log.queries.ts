import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { MailStatus } from '../mail/index.ts'

export interface EmailFilter {
  search?: string | undefined
  types?: readonly string[] | undefined
  statuses?: readonly MailStatus[] | undefined
}

export interface EmailPage extends Slice {
  sortBy: 'CreatedAt' | 'Receiver' | 'Type' | 'Status'
  order: 'asc' | 'desc'
}

const sortColumns = {
  CreatedAt: 'mail.created_at',
  Receiver: 'mail.receiver',
  Type: 'mail.kind',
  Status: 'mail.status',
} as const

export const emailLogQueries = (db: Kysely<Database>) => {
  /** Emails to users and sites in the scope; those that belong to neither are hidden. */
  const visible = (scope: Scope) =>
    db
      .selectFrom('mail')
      .innerJoin('site', 'site.id', 'mail.site_id')
      .leftJoin('app_user', 'app_user.id', 'mail.user_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .where('mail.status', '<>', 'dropped')

  const matching = (scope: Scope, { search, statuses, types }: EmailFilter) =>
    visible(scope)
      .$if(statuses !== undefined, (query) => query.where('mail.status', 'in', [...(statuses ?? [])]))
      .$if(types !== undefined, (query) => query.where('mail.kind', 'in', [...(types ?? [])]))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('mail.receiver'), search ?? ''),
            contains(eb.ref('mail.subject'), search ?? ''),
            contains(eb.ref('app_user.full_name'), search ?? ''),
          ]),
        ),
      )

  const withNames = (mails: ReturnType<typeof visible>) =>
    mails
      .selectAll('mail')
      .select([
        'app_user.full_name as userName',
        'site.name as siteName',
        sql<Date | null>`case when mail.status = 'sent' then mail.finished_at end`.as('sentAt'),
      ])

  return {
    findEmail: (scope: Scope, id: string) =>
      withNames(visible(scope))
        .select(['app_user.email as userEmail', 'app_user.is_active as isUserActive'])
        .select('app_user.confirmed_at as userConfirmedAt')
        .where('mail.id', '=', id)
        .executeTakeFirst(),

    listEmails: (scope: Scope, filter: EmailFilter, page: EmailPage) =>
      withNames(matching(scope, filter))
        .orderBy(sortColumns[page.sortBy], page.order)
        .orderBy('mail.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countEmails: (scope: Scope, filter: EmailFilter): Promise<number> => countRows(matching(scope, filter)),
  }
}

export type EmailRow = Awaited<ReturnType<ReturnType<typeof emailLogQueries>['listEmails']>>[number]
