import type { Tokens } from '@eot/contract/auth'
import { auth } from '@eot/contract/auth'
import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import type { Problem } from '@eot/contract/errors'
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import { createAccess } from '../src/access/access.ts'
import { type AppParts, createApp } from '../src/app.ts'
import type { Database } from '../src/database.ts'
import { createFirstAdministrator } from '../src/features/auth/accounts/first-start.command.ts'
import type { NewEvent } from '../src/features/events/index.ts'
import { findAddresses, type ReadingInput, startIngest } from '../src/features/ingest/index.ts'
import { createLog } from '../src/platform/log.ts'
import { createPasswordHashing } from '../src/platform/password-hashing.ts'
import type { Mailer, OutgoingMail } from '../src/platform/smtp.ts'
import { afterUse } from './after-use.ts'
import { type Asked, urlOf } from './call-endpoint.ts'
import { factories, type MadeSite, type MadeUser } from './factories.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestJobs, publicUrl } from './test-jobs.ts'
import { createTestPool } from './test-pool.ts'

export { publicUrl }

/** The credentials of a request: the result of a sign-in, or any token. */
export type As = Pick<Tokens, 'AccessToken'>

export interface Answered<Data> {
  status: number
  /** A Problem if the request failed. */
  data: Data
  text: string
  headers: Record<string, unknown>
}

const administrator = { email: 'root@example.org', password: 'the root of all sites' }
const plainPassword = 'correct horse battery'

const quarantineDays = 30
const endless = { burst: 1_000_000, perMinute: 1_000_000 }

export type TestApp = Awaited<ReturnType<typeof testApp>>

interface Given extends Partial<AppParts> {
  onCommitted?: (readings: readonly ReadingInput[], events: readonly NewEvent[]) => void
}

/** Starts the real server on a new database and sends it requests without a network. Use one per test file. */
export async function testApp({ onCommitted = () => undefined, ...given }: Given = {}) {
  const database = await createTestDatabase()
  const log = createLog(process.env.LOG_LEVEL ?? 'silent')
  const pool = createTestPool(database.url, { max: 5, log })
  const writerPool = createTestPool(database.url, { max: 1, log })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const time = { offsetMs: 0 }
  const clock = () => new Date(Date.now() + time.offsetMs)
  const secretKey = Buffer.alloc(32, 7)
  const access = createAccess({ db, secretKey, clock })
  const passwords = await createPasswordHashing()
  const signaled = { count: 0 }
  const countClientError = () => undefined
  const addresses = () => findAddresses({ publicUrl, mqttPort: 1883 })
  const ingest = startIngest({
    url: database.url,
    pool,
    writerPool,
    log,
    now: () => clock().getTime(),
    settings: { queueLimit: 20_000, retentionDays: 90, perSecond: 100, burst: 1000 },
    onCommitted,
  })
  const server = createApp({
    http: { log },
    checkAnswers: true,
    isDevelopment: true,
    // All tests share one address, so its limits are off. Tests of the limits set their own.
    rates: { signIn: endless, inquiry: endless, refresh: endless, report: endless, callback: endless },
    pool,
    db,
    access,
    secretKey,
    clock,
    passwords,
    ingest,
    addresses,
    countClientError,
    publicUrl,
    quarantineDays,
    signal: {
      notify() {
        signaled.count++
      },
    },
    ...given,
  })
  await server.ready()
  await createFirstAdministrator({ db, passwords, clock }, administrator)
  const root = await rootSite(db)
  const make = factories(db, root, { plain: plainPassword, hash: await passwords.hash(plainPassword) })
  const call = caller(server)
  const sent: OutgoingMail[] = []
  const mailer: Mailer = {
    async send(mail) {
      sent.push(mail)
    },
    close() {},
  }
  const jobs = createTestJobs({ clock, db, log, passwords, pool, secretKey, mailer })

  afterUse(async () => {
    await server.close()
    await ingest.close()
    await db.destroy()
    await writerPool.end()
    await database.drop()
  })

  return {
    server,
    db,
    pool,
    url: database.url,
    access,
    passwords,
    ingest,
    addresses,
    countClientError,
    publicUrl,
    quarantineDays,
    clock,
    make,
    call,
    root,
    administrator,
    /** How often the event followers were notified. */
    signaled,
    advance(ms: number) {
      time.offsetMs += ms
    },
    secretKey,
    /** Runs all jobs that are due. */
    runJobs: () => jobs.runDue(),
    /** Delivers due emails. Returns all emails ever sent to the address, newest last. */
    async mailsTo(email: string): Promise<OutgoingMail[]> {
      await jobs.runDue()
      return sent.filter((mail) => mail.to.toLowerCase() === email.toLowerCase())
    },
    /** Signs in with the correct password, as a new user unless one is given. */
    async signIn(who: MadeUser | Parameters<typeof make.user>[0] = {}): Promise<Tokens & { user: MadeUser }> {
      const user = 'password' in who ? who : await make.user(who)
      const body = { Email: user.email, Password: user.password }
      const { status, data, text } = await call(auth.login, { body })
      if (status !== 200) throw new Error(`sign-in refused: ${text}`)
      return { ...data, user }
    },
    async signInAsRoot(): Promise<Tokens> {
      const { email, password } = administrator
      return (await call(auth.login, { body: { Email: email, Password: password } })).data
    },
  }
}

function caller(server: FastifyInstance) {
  return async <E extends Endpoint>(
    endpoint: E,
    { params, query, body }: Asked<E> = {},
    { as, headers = {} }: { as?: As | undefined; headers?: Record<string, string> } = {},
  ): Promise<Answered<AnswerOf<E>>> => {
    const response = await server.inject({
      method: endpoint.method,
      url: urlOf(endpoint, params ?? {}, query ?? {}),
      headers: { ...(as && { authorization: `Bearer ${as.AccessToken}` }), ...headers },
      ...(body !== undefined && { payload: body as object }), // request bodies are JSON
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      data: isJson ? response.json() : (undefined as AnswerOf<E>), // only endpoints without a JSON response have none
      text: response.body,
      headers: response.headers,
    }
  }
}

/** Returns the body of an error response. */
export function problemOf(answer: { text: string }): Problem {
  return JSON.parse(answer.text)
}

async function rootSite(db: Kysely<Database>): Promise<MadeSite> {
  return db
    .selectFrom('site')
    .where('parent_id', 'is', null)
    .select(['id', 'path', 'name', 'time_zone as timeZone'])
    .executeTakeFirstOrThrow()
}
