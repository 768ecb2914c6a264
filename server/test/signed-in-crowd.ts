import type pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, onTestFinished } from 'vitest'
import { createAccess } from '../src/access/access.ts'
import { queryBuilder } from '../src/platform/db/query-builder.ts'
import { uuidv7 } from '../src/platform/db/uuid.ts'
import { createLog } from '../src/platform/log.ts'
import { parseConfig } from '../src/program/config.ts'
import { type Program, startProgram } from '../src/program/start-program.ts'
import { administrator } from './child-program.ts'
import { createTestDatabase } from './test-database.ts'

/** The secret key of the programs that accept the crowd's tokens. */
export const crowdKey = Buffer.alloc(32, 7)

/** A user with a session, a live connection and a request to test the access token. */
export interface Member {
  userId: string
  socket: Socket
  /** Status of a request to the process they are connected to, once that is not overloaded. */
  status(): Promise<number>
}

const viewerRule = `(select jsonb_build_array(jsonb_build_object('Id', id, 'Value', true)) from role where name = 'Viewer')`

/** SQL statements that end the tokens and connections of `:users` of `:site`. */
export const endings: Record<string, string> = {
  'another role':
    "update app_user set role_id = (select id from role where name = 'Site Manager') where id = any (:users)",
  'another site':
    'update app_user set site_id = (select id from site where parent_id is null) where id = any (:users)',
  'a second factor required of the user':
    'update app_user set force_two_factor = true where id = any (:users)',
  'a second factor required of the role in the site': `update site set force_role_two_factor = ${viewerRule} where id = :site`,
  'a second factor required of the role above the site': `update site set force_role_two_factor = ${viewerRule} where parent_id is null`,
  'another priority of the role': "update role set priority = 30 where name = 'Viewer'",
  'a deactivated user': 'update app_user set is_active = false where id = any (:users)',
  'a deleted user': 'update app_user set deleted_at = now() where id = any (:users)',
  'an ended session': 'update session set revoked_at = now() where user_id = any (:users)',
  'a deleted session': 'delete from session where user_id = any (:users)',
}

/** Starts two processes of the program on a new database. Use one pair per test file. */
export async function twoProcesses(): Promise<[Program, Program]> {
  const database = await createTestDatabase()
  afterAll(database.drop)
  const start = async () => {
    const config = parseConfig({
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      ROLES: 'api',
      // Each member has its own address; see `connected`.
      TRUST_PROXY: '127.0.0.1',
      SECRET_KEY: crowdKey.toString('hex'),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    })
    const program = await startProgram(config, createLog('silent'))
    afterAll(program.stop)
    return program
  }
  return [await start(), await start()]
}

/** Signs in viewers of a new site below the root and connects them to the process. `place` inserts their ids into SQL. */
export async function signedInCrowd(
  program: Program,
  size: number,
): Promise<{ members: Member[]; place(sql: string): string }> {
  const { siteId, viewers } = await signInViewers(program.pool, size)
  const members = await Promise.all(viewers.map(({ userId, token }) => connected(program, userId, token)))
  const users = `'{${viewers.map(({ userId }) => userId)}}'::uuid[]`
  return { members, place: (sql) => sql.replaceAll(':users', users).replaceAll(':site', `'${siteId}'`) }
}

/** Creates viewers of a new site below the root, each with a session. Their tokens are valid for `crowdKey`. */
export async function signInViewers(
  pool: pg.Pool,
  size: number,
): Promise<{ siteId: string; viewers: { userId: string; token: string }[] }> {
  const siteId = uuidv7()
  await pool.query(
    `insert into site (id, parent_id, path, name) select $1, id, path || $2 || '/', $2 from site where parent_id is null`,
    [siteId, siteId],
  )
  const { tokens } = createAccess({ db: queryBuilder(pool), secretKey: crowdKey, clock: () => new Date() })
  const signIn = async () => {
    const [userId, sessionId] = [uuidv7(), uuidv7()]
    await pool.query(
      `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
       select $1, $2, id, $3, 'One of many', now() from role where name = 'Viewer'`,
      [userId, siteId, `${userId}@example.org`],
    )
    await pool.query(
      `insert into session (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [sessionId, userId],
    )
    return { userId, token: await tokens.sign({ userId, sessionId, sessionVersion: 1 }) }
  }
  return { siteId, viewers: await Promise.all(Array.from({ length: size }, signIn)) }
}

/** Returns the headers of a proxy for the n-th of up to 65,536 clients, so that each has its own limits per address. */
export const forwardedFor = (n: number) => ({ 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` })

let count = 0

async function connected({ httpPort }: Program, userId: string, token: string): Promise<Member> {
  const url = `http://127.0.0.1:${httpPort}`
  count += 1
  const forwarded = forwardedFor(count)
  const socket = io(url, {
    path: '/ws/',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: forwarded,
  })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return {
    userId,
    socket,
    async status() {
      const headers = { authorization: `Bearer ${token}`, ...forwarded }
      for (;;) {
        const response = await fetch(`${url}/api/users/me`, { headers })
        await response.arrayBuffer()
        // A busy machine may refuse a request of a crowd as overloaded, regardless of the token.
        if (response.status !== 503) return response.status
      }
    },
  }
}
