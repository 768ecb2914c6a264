import { mostPushBrowsers, type PushBrowser, push } from '@eot/contract/push'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Egress, EgressRefused } from '../../platform/egress/egress.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { pushBrowserQueries } from './push-browsers.queries.ts'
import type { PushBrowserRow } from './tables.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  egress: Egress
  publicKey: string
}

const mostUserAgent = 300

/** The browsers that show the caller's notifications. */
export function pushRoutes(serve: Serve<Caller>, { db, clock, egress, publicKey }: Parts): void {
  const queries = pushBrowserQueries(db)

  serve(push.list, async ({ caller }) => ({
    PublicKey: publicKey,
    Browsers: (await queries.list(caller.userId)).map((row) => toWire(row, caller)),
  }))

  serve(push.register, async ({ body, caller, request }) => {
    const { Endpoint, Keys } = body
    refuseUnlessAllowed(egress, Endpoint)
    const browser = {
      user_id: caller.userId,
      session_id: caller.sessionId,
      endpoint: Endpoint,
      public_key: Keys.P256dh,
      auth_secret: Keys.Auth,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, mostUserAgent),
    }
    const row = await db.transaction().execute(async (tx) => {
      const registered = await pushBrowserQueries(tx).register(browser, clock())
      await pushBrowserQueries(tx).keepLast(caller.userId, mostPushBrowsers)
      return registered
    })
    return toWire(row, caller)
  })

  serve(push.remove, async ({ params, caller }) => {
    if (!(await queries.remove(caller.userId, params.id))) throw new AppError('push_browser_not_found')
  })
}

/**
 * Refuses an address that the egress does not allow, since any signed-in user can give one to which the server then sends
 * requests.
 */
function refuseUnlessAllowed(egress: Egress, endpoint: string): void {
  try {
    egress.check(new URL(endpoint))
  } catch (error) {
    if (error instanceof EgressRefused)
      throw new AppError('invalid_request', { errors: [{ Path: 'Endpoint', Message: error.message }] })
    throw error
  }
}

const toWire = (row: PushBrowserRow, { sessionId }: Caller): PushBrowser => ({
  Id: row.id,
  UserAgent: row.user_agent,
  IsCurrent: row.session_id === sessionId,
  CreatedAt: row.created_at.toISOString(),
  SeenAt: row.seen_at.toISOString(),
  NotifiedAt: row.accepted_at?.toISOString() ?? null,
})
