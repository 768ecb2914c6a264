import { auth } from '@eot/contract/auth'
import type { Endpoint } from '@eot/contract/endpoint'
import { imports } from '@eot/contract/imports'
import { createAccess } from '@eot/server/access/access'
import { createApp } from '@eot/server/app'
import type { Database } from '@eot/server/database'
import { startIngest } from '@eot/server/features/ingest/index'
import { createPool } from '@eot/server/platform/db/pool'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { createLog } from '@eot/server/platform/log'
import type { Foundation } from '@eot/server/program/foundation'
import { createJobs } from '@eot/server/program/start-jobs'
import type { Account } from './kept-secrets.ts'
import { pastTimeQueries, pastUrl } from './past-time.queries.ts'
import { type Ask, administrator, portalOf, type Visit } from './visit.ts'

/** Addresses of networks in examples, one for each person. */
const addressOf = (index: number) => `198.51.100.${10 + index}`

/**
 * Plays what people did in the portal, in order, through the API of the program at the time of each visit. So the rules
 * of the program hold, and the audit log shows who did what and when.
 */
export async function playVisits(
  parts: Foundation,
  visits: readonly Visit[],
  accounts: readonly Account[],
): Promise<void> {
  if (visits.length === 0) return
  const time = pastTimeQueries(parts.db)
  await time.prepare()
  const log = createLog('silent')
  const url = pastUrl(parts.databaseUrl)
  const pool = createPool(url, { max: 4, log })
  const db = queryBuilder<Database>(pool)
  let at = new Date(0)
  const past = { ...parts, clock: () => at, databaseUrl: url, pool, db, log }
  const ingest = startIngest({
    url,
    pool,
    writerPool: parts.writerPool,
    log,
    now: () => at.getTime(),
    settings: { queueLimit: 100, retentionDays: 1, perSecond: 1, burst: 1 },
    onCommitted: () => undefined,
  })
  const server = createApp({
    ...past,
    http: { log },
    checkAnswers: false,
    isDevelopment: false,
    access: createAccess(past),
    ingest,
    addresses: () => ({}) as never, // nobody in the demo asks how devices connect
    signal: { notify: () => undefined },
    countClientError: () => undefined,
  })
  try {
    const madeAtMs = parts.clock().getTime()
    for (const { agoMs, who, does } of visits.toSorted((one, other) => other.agoMs - one.agoMs)) {
      at = new Date(madeAtMs - agoMs)
      await time.setNow(at)
      const index = who === administrator ? 0 : accounts.findIndex(({ name }) => name === who)
      const { email, password } = accounts[index] ?? {}
      const send = sender(server, addressOf(index))
      const { AccessToken } = await send(auth.login, undefined, {
        body: { Email: email, Password: password ?? parts.config.adminPassword },
      })
      const ask: Ask = (endpoint, request) => send(endpoint, AccessToken, request as object)
      await does(
        portalOf({
          at,
          ask,
          upload: (query, csv) => send(imports.create, AccessToken, { query, body: csv as never }), // the endpoint streams its body
          runJobs: () => createJobs({ ...past, mailer: undefined }).runDue(),
        }),
      )
    }
  } finally {
    await server.close()
    await ingest.close()
    await pool.end()
    await time.remove()
  }
}

/** Sends requests from an address, without a network. */
function sender(server: ReturnType<typeof createApp>, remoteAddress: string) {
  return async (
    endpoint: Endpoint,
    token: string | undefined,
    { params = {}, query = {}, body }: { params?: object; query?: object; body?: unknown } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the response follows the contract of the endpoint
  ): Promise<any> => {
    const path = Object.entries(params).reduce(
      (text, [name, value]) => text.replace(`:${name}`, String(value)),
      endpoint.path,
    )
    const answer = await server.inject({
      method: endpoint.method,
      url: `/api${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      remoteAddress,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': endpoint.streams ?? 'application/json' }),
      },
      ...(body !== undefined && { payload: body as object }), // or text for an endpoint that streams
    })
    if (answer.statusCode !== endpoint.status)
      throw new Error(`${endpoint.method} ${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.body === '' ? undefined : answer.json()
  }
}
