import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'

/** Failures of an account, counted apart by the way they came. */
export interface Account {
  /** In lower case; the id of the user where that is known. */
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

  /** The user of the account, if there is one. */
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

  /** Besides the given one, and those of a clock that ran ahead and was set right since. */
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

  /** Of everybody: addresses that do not exist would otherwise be kept for good. */
  async deleteFailuresUntil(at: Date): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('failed_at', '<=', at).execute()
  },
})
