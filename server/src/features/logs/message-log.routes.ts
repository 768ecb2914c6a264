import type { Channel } from '@eot/contract/channels'
import type { QueryOf } from '@eot/contract/endpoint'
import type { ErrorCode } from '@eot/contract/errors'
import {
  type DeliveryFigures,
  type LoggedMessage,
  type LoggedMessageDetails,
  logs,
  type MessageAttempt,
} from '@eot/contract/logs'
import type { Kysely, Selectable } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createMessageSeal, type MessageAttemptTable, type MessageStatus } from '../messages/index.ts'
import { readDeliveryFigures } from './delivery-figures.queries.ts'
import { type LogRow, messageLogQueries } from './message-log.queries.ts'
import { resendMail } from './resend-mail.command.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  secretKey: Buffer
  clock: Clock
}

const wireStatus: Record<Exclude<MessageStatus, 'dropped'>, LoggedMessage['Status']> = {
  requested: 'Waiting',
  composed: 'Waiting',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
  blocked: 'Blocked',
  expired: 'Expired',
}

/** The logs of messages, one for each channel. */
export function messageLogRoutes(serve: Serve<Caller>, { db, scopeOf, secretKey, clock }: Parts): void {
  const seal = createMessageSeal(secretKey)
  const emails = logOf('Email', 'mail_not_found')
  const texts = logOf('Text', 'message_not_found')
  const pushes = logOf('Push', 'message_not_found')

  serve(logs.listEmails, ({ query, caller }) => emails.list(query, caller))
  serve(logs.emailFigures, ({ query, caller }) => emails.figures(query, caller))
  serve(logs.getEmail, ({ params, caller }) => emails.get(params.id, caller))
  serve(logs.listTexts, ({ query, caller }) => texts.list(query, caller))
  serve(logs.textFigures, ({ query, caller }) => texts.figures(query, caller))
  serve(logs.getText, ({ params, caller }) => texts.get(params.id, caller))
  serve(logs.listPushes, ({ query, caller }) => pushes.list(query, caller))
  serve(logs.pushFigures, ({ query, caller }) => pushes.figures(query, caller))
  serve(logs.getPush, ({ params, caller }) => pushes.get(params.id, caller))
  serve(logs.resendEmail, ({ params, caller }) => resendMail({ db, clock }, caller, params.id))

  function logOf(channel: Channel, notFound: ErrorCode) {
    const queries = messageLogQueries(db, channel)
    return {
      async list(query: QueryOf<typeof logs.listEmails>, caller: Caller) {
        const { order = 'desc', search, sortBy, Status, type } = query
        const scopes = { scope: await scopeOf(caller, query), own: ownScope(caller) }
        const filter = { search, types: type, statuses: Status && statusesOf(Status) }
        return answerPage(query, {
          count: () => queries.countMessages(scopes, filter),
          list: async (slice) =>
            (await queries.listMessages(scopes, filter, { sortBy, order, ...slice })).map(toWire),
        })
      },

      async figures(query: QueryOf<typeof logs.emailFigures>, caller: Caller): Promise<DeliveryFigures> {
        const scope = await scopeOf(caller, query)
        return readDeliveryFigures(db, clock(), (from) => queries.outcomesSince(scope, from))
      },

      async get(id: string, caller: Caller): Promise<LoggedMessageDetails> {
        const row = found(await queries.findMessage(ownScope(caller), id), notFound)
        const details = { ...toWire(row), History: (await queries.listAttempts(id)).map(attemptToWire) }
        const isReadable = row.status === 'kept' && row.sealed_body !== null && row.expires_at > clock()
        if (!isReadable || row.sealed_body === null) return { ...details, Text: null }
        // It may contain a link or a password that grants access to an account.
        await insertAuditEntry(db, {
          actorId: caller.userId,
          siteId: row.site_id,
          action: 'mail.read',
          subjectId: row.id,
          details: { type: row.kind, user: row.user_id },
        })
        const body: { text: string } = JSON.parse(seal.open(row.sealed_body))
        return { ...details, Text: body.text }
      },
    }
  }
}

const attemptToWire = (row: Selectable<MessageAttemptTable>): MessageAttempt => ({
  At: row.at.toISOString(),
  Outcome: row.outcome,
  Answer: row.answer,
  DurationMs: row.duration_ms,
})

function statusesOf(wanted: LoggedMessage['Status']): MessageStatus[] {
  const entries = Object.entries(wireStatus) as [Exclude<MessageStatus, 'dropped'>, LoggedMessage['Status']][] // only its own keys
  return entries.filter(([, status]) => status === wanted).map(([status]) => status)
}

function toWire(row: LogRow): LoggedMessage {
  return {
    Id: row.id,
    CreatedAt: row.created_at.toISOString(),
    // The addresses of browsers are meaningless to readers.
    Receiver: row.channel === 'Push' ? (row.userName ?? '') : row.receiver,
    Type: row.kind,
    Subject: row.subject,
    Status: row.status === 'dropped' ? 'Failed' : wireStatus[row.status],
    Attempts: row.attempts,
    SentAt: row.sentAt?.toISOString() ?? null,
    DeliveredAt: row.delivered_at?.toISOString() ?? null,
    Error: row.error,
    User: row.user_id !== null && row.userName !== null ? { Id: row.user_id, Name: row.userName } : null,
    Site: row.site_id !== null && row.site_name !== null ? { Id: row.site_id, Name: row.site_name } : null,
  }
}
