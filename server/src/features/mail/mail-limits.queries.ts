import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { clockDifferenceMs } from '../../platform/clock.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Mails an hour that one address can be made to get of the kinds that are counted together. */
export const mailsAnHour = 5
/** Invitations that one user may send in an hour, and those of one customer's sites together in a day. */
export const invitationsAnHour = 50
export const invitationsADay = 200

/**
 * Throws `rate_limited` once an address was asked to be written to too often, whether or not it is anybody's. Others that
 * ask for the same address wait until the transaction ends, so that parallel requests are all counted.
 */
export async function limitMailsTo(
  tx: Kysely<Database>,
  { receiver, kinds, at }: { receiver: string; kinds: readonly string[]; at: Date },
): Promise<void> {
  const address = receiver.toLowerCase()
  await takeTurn(tx, `mails to ${address}`)
  const { count } = await mailsSince(tx, at, hourMs)
    .where((eb) => eb(eb.fn<string>('lower', ['receiver']), '=', address))
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  if (count >= mailsAnHour) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
}

/** The same for invitations, by who sends them and by the customer to whose sites they belong. */
export async function limitInvitations(
  tx: Kysely<Database>,
  { inviterId, sitePath, at }: { inviterId: string; sitePath: string; at: Date },
): Promise<void> {
  // Every customer has a site below the root; the root itself belongs to those who run the portal.
  const [root = '', customer] = siteIdsOf(sitePath)
  if (customer) {
    await takeTurn(tx, `invitations of ${customer}`)
    const { count } = await mailsSince(tx, at, dayMs)
      .innerJoin('site', 'site.id', 'mail.site_id')
      .where('kind', '=', 'Invitation')
      .where('site.path', 'like', `${root}/${customer}/%`)
      .executeTakeFirstOrThrow()
    if (count >= invitationsADay) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
  }
  await takeTurn(tx, `invitations by ${inviterId}`)
  const { count } = await mailsSince(tx, at, hourMs)
    .where('kind', '=', 'Invitation')
    .where(sql<boolean>`details->>'inviterId' = ${inviterId}`)
    .executeTakeFirstOrThrow()
  if (count >= invitationsAnHour) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
}

/** Until the end of the transaction nobody else has this turn. */
async function takeTurn(tx: Kysely<Database>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Those of a clock that ran ahead and was set right since do not count. */
const mailsSince = (tx: Kysely<Database>, at: Date, ms: number) =>
  tx
    .selectFrom('mail')
    .where('mail.created_at', '>', new Date(at.getTime() - ms))
    .where('mail.created_at', '<', new Date(at.getTime() + clockDifferenceMs))
    .select((eb) => eb.fn.countAll<number>().as('count'))
