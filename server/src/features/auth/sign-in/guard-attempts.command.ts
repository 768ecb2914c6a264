import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import { createBoundedQueue, createKeyedQueue } from '../../../platform/bounded-queue.ts'
import { type Clock, clockDifferenceMs } from '../../../platform/clock.ts'
import { databaseFailure } from '../../../platform/db/database-failure.ts'
import { dayMs, failuresAllowed, failuresAllowedADay, failureWindowMs } from './sign-in.ts'
import { type Account, failureQueries } from './sign-in-failures.queries.ts'

/**
 * Runs an attempt on an account unless too many have failed; a result of undefined counts as a failure. Throws
 * `limit_exceeded`, or `QueueFull` if too many attempts are waiting.
 */
export type GuardAttempts = <T>(
  account: Account,
  attempt: () => Promise<T | undefined>,
) => Promise<T | undefined>

/**
 * Attempts are counted before they run, so that parallel ones cannot exceed the limit, whichever process they reach.
 */
export function createGuardAttempts({ db, clock }: { db: Kysely<Database>; clock: Clock }): GuardAttempts {
  const queries = failureQueries(db)
  const attempts = createKeyedQueue({ parallel: 1, waiting: 5 })
  // Each attempt runs several SQL statements, so many at once would use all database connections. Only attempts that have
  // proven nothing yet wait here: not those of known devices, open sessions, or second factors.
  const strangers = createBoundedQueue({ parallel: 2, waiting: 50 })

  async function guarded<T>(account: Account, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = clock()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const failure = await queries.insertFailure(account, now)
    try {
      const within = {
        recent: before(failureWindowMs),
        day: before(dayMs),
        until: before(-clockDifferenceMs),
      }
      const { recent, day } = await queries.countFailures(account, failure, within)
      if (recent >= failuresAllowed || day >= failuresAllowedADay) {
        await noteLimit(account)
        throw new AppError('limit_exceeded')
      }
      const result = await attempt()
      if (result !== undefined) await forgetFailures(account)
      return result
    } catch (error) {
      await queries.deleteFailure(failure)
      throw error
    }
  }

  /** A success is never undone: failures that cannot be deleted now count until they expire. */
  async function forgetFailures(account: Account): Promise<void> {
    try {
      await queries.deleteFailuresOf(account)
    } catch (error) {
      if (!databaseFailure(error)) throw error
    }
  }

  async function noteLimit(account: Account): Promise<void> {
    const user = await queries.findOwner(account)
    // The rest is the device token.
    const [way] = account.way.split(' ')
    await insertAuditEntry(db, {
      actorId: null,
      siteId: user?.siteId ?? null,
      action: 'attempt.limited',
      subjectId: user?.id ?? null,
      details: { way },
    })
  }

  return (account, attempt) =>
    attempts.run(`${account.way} ${account.email}`, () => {
      const run = () => guarded(account, attempt)
      return account.way === 'password' ? strangers.run(run) : run()
    })
}
