import { type EmailLogEntry, logs } from '@eot/contract/logs'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { MailStatus } from '../mail/index.ts'
import { createMailSeal, type MailBody } from '../mail/index.ts'
import { type EmailRow, emailLogQueries } from './email-log.queries.ts'
import { resendMail } from './resend-mail.command.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  secretKey: Buffer
  clock: Clock
}

const wireStatus: Record<Exclude<MailStatus, 'dropped'>, EmailLogEntry['Status']> = {
  requested: 'Waiting',
  composed: 'Waiting',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
  blocked: 'Blocked',
  expired: 'Expired',
}

export function emailLogRoutes(serve: Serve<Caller>, { db, scopeOf, secretKey, clock }: Parts): void {
  const queries = emailLogQueries(db)
  const seal = createMailSeal(secretKey)

  serve(logs.listEmails, async ({ query, caller }) => {
    const { order = 'desc', search, sortBy, Status, type } = query
    const scope = await scopeOf(caller, query)
    const filter = { search, types: type, statuses: Status && statusesOf(Status) }
    return answerPage(query, {
      count: () => queries.countEmails(scope, filter),
      list: async (slice) =>
        (await queries.listEmails(scope, filter, { sortBy, order, ...slice })).map(toWire),
    })
  })

  serve(logs.getEmail, async ({ params, caller }) => {
    const row = found(await queries.findEmail(ownScope(caller), params.id), 'mail_not_found')
    const isReadable = row.status === 'kept' && row.sealed_body !== null && row.expires_at > clock()
    if (!isReadable || row.sealed_body === null) return { ...toWire(row), Text: null }
    // It may contain a link or a password that grants access to an account.
    await insertAuditEntry(db, {
      actorId: caller.userId,
      siteId: row.site_id,
      action: 'mail.read',
      subjectId: row.id,
      details: { type: row.kind, user: row.user_id },
    })
    const body: MailBody = JSON.parse(seal.open(row.sealed_body))
    return { ...toWire(row), Text: body.text }
  })

  serve(logs.resendEmail, ({ params, caller }) => resendMail({ db, clock }, caller, params.id))
}

function statusesOf(wanted: EmailLogEntry['Status']): MailStatus[] {
  const entries = Object.entries(wireStatus) as [Exclude<MailStatus, 'dropped'>, EmailLogEntry['Status']][] // only its own keys
  return entries.filter(([, status]) => status === wanted).map(([status]) => status)
}

function toWire(row: EmailRow): EmailLogEntry {
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
  }
}
