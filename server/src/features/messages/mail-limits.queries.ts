import { testsAnHour } from '@eot/contract/subscription-tests'
import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { clockDifferenceMs } from '../../platform/clock.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Mails that can be requested for one address per hour, across kinds that share a limit. */
export const mailsAnHour = 5
/** Both go to an address that an administrator has typed, which may be that of a stranger. */
const invitations = ['Invitation', 'AddressConfirmation'] as const
/** Of these, how many one user may send per hour, and all sites of one customer together per day. */
export const invitationsAnHour = 50
export const invitationsADay = 200

/**
 * Throws `rate_limited` if too many mails were requested for an address, whether or not it belongs to a user. Other
 * requests for the same address wait until the transaction ends, so that parallel requests are all counted.
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

/** Does the same for invitations and confirmations of changed addresses, per inviter and per customer. */
export async function limitInvitations(
  tx: Kysely<Database>,
  { inviterId, sitePath, at }: { inviterId: string; sitePath: string; at: Date },
): Promise<void> {
  // Each customer has a site directly below the root; the root itself belongs to the operator.
  const [root = '', customer] = siteIdsOf(sitePath)
  if (customer) {
    await takeTurn(tx, `invitations of ${customer}`)
    const { count } = await mailsSince(tx, at, dayMs)
      .innerJoin('site', 'site.id', 'message.site_id')
      .where('kind', 'in', invitations)
      .where('site.path', 'like', `${root}/${customer}/%`)
      .executeTakeFirstOrThrow()
    if (count >= invitationsADay) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
  }
  await takeTurn(tx, `invitations by ${inviterId}`)
  const { count } = await mailsSince(tx, at, hourMs)
    .where('kind', 'in', invitations)
    .where(sql<boolean>`details->>'inviterId' = ${inviterId}`)
    .executeTakeFirstOrThrow()
  if (count >= invitationsAnHour) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
}

/** Throws `rate_limited` if a user has sent too many tests of a kind in the last hour. */
export async function limitTests(
  tx: Kysely<Database>,
  { kind, senderId, at }: { kind: 'SubscriptionTest' | 'PushTest'; senderId: string; at: Date },
): Promise<void> {
  await takeTurn(tx, `tests by ${senderId}`)
  const { count } = await mailsSince(tx, at, hourMs)
    .where('kind', '=', kind)
    .where(sql<boolean>`details->>'senderId' = ${senderId}`)
    .clearSelect()
    .select(sql<number>`count(distinct details->>'testId')`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= testsAnHour) throw new AppError('rate_limited', { retryAfterSeconds: hourMs / 1000 })
}

/** Locks the key until the end of the transaction. */
async function takeTurn(tx: Kysely<Database>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** Ignores mails dated in the future by a clock that has since been corrected. */
const mailsSince = (tx: Kysely<Database>, at: Date, ms: number) =>
  tx
    .selectFrom('message')
    .where('message.created_at', '>', new Date(at.getTime() - ms))
    .where('message.created_at', '<', new Date(at.getTime() + clockDifferenceMs))
    .select((eb) => eb.fn.countAll<number>().as('count'))
