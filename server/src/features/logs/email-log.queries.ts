import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { MailStatus } from '../../identity-tables.ts'
import { contains } from '../../platform/db/search.queries.ts'

export interface EmailFilter {
  search?: string | undefined
  statuses?: readonly MailStatus[] | undefined
}

export interface EmailPage {
  sortBy: 'CreatedAt' | 'Receiver' | 'Type' | 'Status'
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

const sortColumns = {
  CreatedAt: 'mail.created_at',
  Receiver: 'mail.receiver',
  Type: 'mail.kind',
  Status: 'mail.status',
} as const

export const emailLogQueries = (db: Kysely<Database>) => {
  /** Of users and sites in the scope; what nobody belongs to is not shown. */
  const visible = (scope: Scope, { search, statuses }: EmailFilter) =>
    db
      .selectFrom('mail')
      .innerJoin('site', 'site.id', 'mail.site_id')
      .leftJoin('app_user', 'app_user.id', 'mail.user_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .where('mail.status', '<>', 'dropped')
      .$if(statuses !== undefined, (query) => query.where('mail.status', 'in', [...(statuses ?? [])]))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('mail.receiver'), search ?? ''),
            contains(eb.ref('mail.subject'), search ?? ''),
          ]),
        ),
      )
  return {
    listEmails: (scope: Scope, filter: EmailFilter, page: EmailPage) =>
      visible(scope, filter)
        .selectAll('mail')
        .select([
          'app_user.full_name as userName',
          'site.name as siteName',
          sql<Date | null>`case when mail.status = 'sent' then mail.finished_at end`.as('sentAt'),
        ])
        .orderBy(sortColumns[page.sortBy], page.order)
        .orderBy('mail.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    async countEmails(scope: Scope, filter: EmailFilter): Promise<number> {
      const row = await visible(scope, filter)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    },
  }
}

export type EmailRow = Awaited<ReturnType<ReturnType<typeof emailLogQueries>['listEmails']>>[number]
