import { auth } from '@eot/contract/auth'
import type { Endpoint } from '@eot/contract/endpoint'
import { imports } from '@eot/contract/imports'
import { createAccess } from '@eot/server/access/access'
import { createApp } from '@eot/server/app'
import { startIngest } from '@eot/server/features/ingest/index'
import type { Foundation } from '@eot/server/program/foundation'
import { createJobs } from '@eot/server/program/start-jobs'
import { inPast } from './in-past.ts'
import type { Account } from './kept-secrets.ts'
import { type Ask, administrator, portalOf, type Visit } from './visit.ts'

/** IP addresses from a range reserved for documentation, one for each person. */
const addressOf = (index: number) => `198.51.100.${10 + index}`

/**
 * Plays the visits of people in order, through the API of the program at the time of each visit. The rules
 * of the program therefore apply, and the audit log shows who did what and when.
 */
export async function playVisits(
  parts: Foundation,
  visits: readonly Visit[],
  accounts: readonly Account[],
): Promise<void> {
  const madeAtMs = parts.clock().getTime()
  await inPast(parts, async (past, goTo) => {
    const { ingest, server } = openApi(past)
    try {
      for (const { agoMs, who, does } of visits.toSorted((one, other) => other.agoMs - one.agoMs)) {
        const at = new Date(madeAtMs - agoMs)
        await goTo(at)
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
            upload: (query, csv) => send(imports.create, AccessToken, { query, body: csv }),
            runJobs: () => createJobs({ ...past, mailer: undefined }).runDue(),
          }),
        )
      }
    } finally {
      await server.close()
      await ingest.close()
    }
  })
}

function openApi(past: Foundation) {
  const ingest = startIngest({
    ...past,
    url: past.databaseUrl,
    now: () => past.clock().getTime(),
    settings: { queueLimit: 100, retentionDays: 1, perSecond: 1, burst: 1 },
    onCommitted: () => undefined,
  })
  const server = createApp({
    ...past,
    http: { log: past.log },
    checkAnswers: false,
    isDevelopment: false,
    access: createAccess(past),
    ingest,
    addresses: () => ({}) as never, // nobody in the demo asks how devices connect
    signal: { notify: () => undefined },
    countClientError: () => undefined,
    publicUrl: past.config.publicUrl,
    quarantineDays: past.config.quarantineDays,
  })
  return { ingest, server }
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
