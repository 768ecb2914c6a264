import { type EmailLogEntry, logs } from '@eot/contract/logs'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { MailStatus } from '../../identity-tables.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Seal } from '../../platform/seal.ts'
import { createMailSeal, type MailBody } from '../mail/index.ts'
import { type EmailRow, emailLogQueries } from './email-log.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  secretKey: Buffer
}

const wireStatus: Record<Exclude<MailStatus, 'dropped'>, EmailLogEntry['Status']> = {
  requested: 'Waiting',
  composed: 'Waiting',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
  expired: 'Expired',
}

export function emailLogRoutes(serve: Serve<Caller>, { db, scopeOf, secretKey }: Parts): void {
  const queries = emailLogQueries(db)
  const seal = createMailSeal(secretKey)

  serve(logs.listEmails, async ({ query, caller }) => {
    const { CountOnly, order = 'desc', Page, PageSize, search, sortBy, Status } = query
    const scope = await scopeOf(caller, query)
    const filter = { search, statuses: Status && statusesOf(Status) }
    if (CountOnly) return { Total: await queries.countEmails(scope, filter) }
    const [rows, Total] = await Promise.all([
      queries.listEmails(scope, filter, { sortBy, order, limit: PageSize, offset: Page * PageSize }),
      queries.countEmails(scope, filter),
    ])
    return { Items: rows.map((row) => toWire(row, seal)), Page, PageSize, Total }
  })
}

function statusesOf(wanted: EmailLogEntry['Status']): MailStatus[] {
  const entries = Object.entries(wireStatus) as [Exclude<MailStatus, 'dropped'>, EmailLogEntry['Status']][] // its own keys
  return entries.filter(([, status]) => status === wanted).map(([status]) => status)
}

function toWire(row: EmailRow, seal: Seal): EmailLogEntry {
  return {
    Id: row.id,
    CreatedAt: row.created_at.toISOString(),
    Receiver: row.receiver,
    Type: row.kind,
    Subject: row.subject,
    Status: row.status === 'dropped' ? 'Failed' : wireStatus[row.status],
    Attempts: row.attempts,
    SentAt: row.sentAt?.toISOString() ?? null,
    Error: row.error,
    User: row.user_id !== null && row.userName !== null ? { Id: row.user_id, Name: row.userName } : null,
    Site: row.site_id !== null ? { Id: row.site_id, Name: row.siteName } : null,
    Text: row.status === 'kept' && row.sealed_body !== null ? textOf(seal.open(row.sealed_body)) : null,
  }
}

function textOf(opened: string): string {
  const body: MailBody = JSON.parse(opened)
  return body.text
}
