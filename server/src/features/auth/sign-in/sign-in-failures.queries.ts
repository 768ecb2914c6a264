import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

/** An account for which failures are counted, separately for each way to sign in. */
export interface Account {
  /** The email address in lower case, or the id of the user if known. */
  email: string
  way: string
}

export const failureQueries = (db: Kysely<Database>) => ({
  async insertFailure({ email, way }: Account, at: Date): Promise<number> {
    const row = await db
      .insertInto('sign_in_failure')
      .values({ email, way, failed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Finds the user of the account, if there is one. */
  findOwner: ({ email }: Account) =>
    db
      .selectFrom('app_user')
      .where((eb) =>
        eb.or([
          eb(eb.fn<string>('lower', ['email']), '=', email),
          eb(eb.cast<string>('id', 'text'), '=', email),
        ]),
      )
      .where('deleted_at', 'is', null)
      .select(['id', 'site_id as siteId'])
      .executeTakeFirst(),

  async deleteFailure(id: number): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('id', '=', id).execute()
  },

  /** Excludes the given one, and those dated in the future by a clock that has since been corrected. */
  async countFailures(
    { email, way }: Account,
    exceptId: number,
    { recent, day, until }: { recent: Date; day: Date; until: Date },
  ): Promise<{ recent: number; day: number }> {
    return db
      .selectFrom('sign_in_failure')
      .where('email', '=', email)
      .where('way', '=', way)
      .where('failed_at', '>', day)
      .where('failed_at', '<', until)
      .where('id', '<>', exceptId)
      .select((eb) => [
        eb.fn.countAll<number>().as('day'),
        eb.fn.countAll<number>().filterWhere('failed_at', '>', recent).as('recent'),
      ])
      .executeTakeFirstOrThrow()
  },

  async deleteFailuresOf({ email, way }: Account): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('email', '=', email).where('way', '=', way).execute()
  },

  /** Covers all accounts, since failures for nonexistent addresses would otherwise be kept forever. */
  async deleteFailuresUntil(at: Date): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('failed_at', '<=', at).execute()
  },
})
