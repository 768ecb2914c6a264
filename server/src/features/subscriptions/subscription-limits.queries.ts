import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The totals of all subscriptions of a customer. */
export interface SubscriptionTotals {
  subscriptions: number
  receivers: number
}

/** `customer`: a `like` pattern for the paths of the customer's sites. */
export const subscriptionLimitQueries = (tx: Kysely<Database>) => ({
  /** Blocks other changes of the customer's subscriptions until the transaction ends. */
  async lock(customer: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('eot subscriptions ' || ${customer}, 0))`.execute(
      tx,
    )
  },

  async count(customer: string): Promise<SubscriptionTotals> {
    const { rows } = await sql<SubscriptionTotals>`
      with own as materialized (
        select subscription.id from subscription join site on site.id = subscription.site_id
        where site.path like ${customer}
      )
      select (select count(*) from own)::float8 as subscriptions, (
        (select count(*) from own join subscription_user named on named.subscription_id = own.id)
        + (select coalesce(sum(members.count), 0) from own
          join subscription_user_list link on link.subscription_id = own.id
          join (select user_list_id, count(*) from user_list_user group by 1) members
            on members.user_list_id = link.user_list_id)
      )::float8 as receivers`.execute(tx)
    return rows[0] ?? { subscriptions: 0, receivers: 0 }
  },
})
