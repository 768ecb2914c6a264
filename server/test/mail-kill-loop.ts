import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../src/database.ts'
import { requestMail } from '../src/features/messages/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { queryBuilder } from '../src/platform/db/query-builder.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareDatabase } from '../src/program/prepare-database.ts'
import { administrator, type ChildProgram, launchProgram } from './child-program.ts'
import { startMailSink } from './mail-sink.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

export interface MailKillPlan {
  databaseUrl: string
  mails: number
  kills: number
  random: () => number
  /** Makes heartbeats look late at once. Otherwise the emails of a killed worker would wait for the timeout. */
  hurriesUp: boolean
}

export interface MailKillAccount {
  /** Number of emails by status. */
  statuses: Record<string, number>
  /** How often the mail server received each email. */
  taken: ReadonlyMap<string, number>
  /** Time from the last kill until all emails were sent, in ms. */
  finishedAfterMs: number
  killed: number
}

const pollMs = 10
const hostsOfReceivers = 20

/** Sends emails from a worker that is repeatedly killed with -9, each time after some more emails have arrived. */
export async function runMailKillLoop(plan: MailKillPlan): Promise<MailKillAccount> {
  const { databaseUrl, mails, kills, random, hurriesUp } = plan
  const sink = await startMailSink()
  const pool = createPool(databaseUrl, { max: 2, log: createLog('silent') })
  const db = queryBuilder<Database>(pool)
  const dataDir = await makeTemporaryDirectory()
  const launch = (roles = 'worker'): ChildProgram =>
    launchProgram({
      dataDir,
      environment: {
        DATABASE_URL: databaseUrl,
        ROLES: roles,
        SMTP_URL: sink.url,
        SECRET_KEY: '11'.repeat(32),
        LOG_LEVEL: 'silent',
      },
    })
  let program: ChildProgram | undefined
  let killedAt = new Date(0)
  try {
    await prepareDatabase(databaseUrl)
    program = launch()
    await program.ready
    const at = new Date()
    const { id: userId } = await db
      .selectFrom('app_user')
      .where('email', '=', administrator.email)
      .select('id')
      .executeTakeFirstOrThrow()
    for (let n = 0; n < mails; n++) {
      const receiver = `${n}@host${n % hostsOfReceivers}.example`
      await requestMail(db, { kind: 'PasswordChanged', receiver, userId, at })
    }
    let killed = 0
    for (; killed < kills; killed++) {
      // Kills are distributed over all emails, at random points.
      const wanted = Math.floor(((killed + random()) / kills) * mails * 0.95)
      while (sink.received.length < wanted) await delay(pollMs)
      await delay(random() * 30)
      await program.kill()
      killedAt = await now()
      program = launch()
      await program.ready
      if (hurriesUp) await age()
    }
    const lastKill = performance.now()
    const isFinished = async () => {
      if (hurriesUp) await age()
      const { rows } = await sql<{ left: number }>`
        select count(*) as left from message where status in ('requested', 'composed')`.execute(db)
      return rows[0]?.left === 0
    }
    while (!(await isFinished())) await delay(200)
    const finishedAfterMs = performance.now() - lastKill
    const rows = await db
      .selectFrom('message')
      .groupBy('status')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .execute()
    const taken = new Map<string, number>()
    for (const { messageId = '' } of sink.received) taken.set(messageId, (taken.get(messageId) ?? 0) + 1)
    const statuses = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    return { statuses, taken, finishedAfterMs, killed }
  } finally {
    if (program && !program.hasEnded) await program.kill()
    await pool.end()
    await sink.stop()
  }

  async function now(): Promise<Date> {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
    return rows[0]?.now ?? new Date(0)
  }

  /** Ages the jobs of the killed worker and those waiting for a retry, but not those that are running. */
  async function age(): Promise<void> {
    await sql`update jobs.job set start_after = start_after - interval '1 minute',
      heartbeat_on = heartbeat_on - interval '1 minute'
      where state = 'retry' or (state = 'active' and started_on < ${killedAt})`.execute(db)
  }
}
