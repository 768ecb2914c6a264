import { expect, onTestFinished } from 'vitest'
import { holdStates } from '../src/features/ingest/writer/device-states.queries.ts'
import { type Execute, executeOn } from '../src/platform/db/execute.queries.ts'
import type { TestIngest } from './test-ingest.ts'

const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Takes a lock in another transaction. */
export async function lock(app: TestIngest, take: (execute: Execute) => Promise<unknown>) {
  const other = await app.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await take(executeOn(other))

  /** Cancels each statement that waits for the lock, once, until the answers have arrived. */
  async function cancelUntil<Answers>(answers: Promise<Answers>): Promise<Answers> {
    let hasArrived = false
    const arrived = answers.finally(() => {
      hasArrived = true
    })
    const canceled: string[] = []
    while (!hasArrived) {
      const { rows } = await app.pool.query<{ statement: string }>(
        `select pid || ' ' || query_start as statement, pg_cancel_backend(pid) from ${waiting}
         and pid || ' ' || query_start <> all($1)`,
        [canceled],
      )
      canceled.push(...rows.map(({ statement }) => statement))
    }
    return arrived
  }

  return {
    isWaitedFor: () =>
      expect.poll(async () => (await app.pool.query(`select from ${waiting}`)).rowCount).toBe(1),

    /** Cancels the statement that waits for the lock, as its timeout would. */
    cancelOne: () =>
      expect
        .poll(async () => (await app.pool.query(`select pg_cancel_backend(pid) from ${waiting}`)).rowCount)
        .toBe(1),

    cancelUntil,

    /** Like `cancelUntil`, and then removes the lock. */
    async cancelWaiting<Answers>(answers: Promise<Answers>): Promise<Answers> {
      const arrived = await cancelUntil(answers)
      await other.query('rollback')
      return arrived
    },

    release: () => other.query('rollback'),
  }
}

export const lockState = (app: TestIngest, { no }: { no: number }) =>
  lock(app, (execute) => holdStates(execute, [no]))
