import { mostReceivers, mostSubscriptions } from '@eot/contract/subscriptions'
import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { type SubscriptionTotals, subscriptionLimitQueries } from './subscription-limits.queries.ts'

const usual: SubscriptionTotals = { subscriptions: mostSubscriptions, receivers: mostReceivers }

/**
 * Throws `subscription_limit` or `receiver_limit` if the customer with the site at `sitePath` is now above the limits. Call it
 * after the change, in its transaction: other changes of the customer's subscriptions wait for it. A list that grows later is
 * never refused.
 */
export async function requireWithinLimits(
  tx: Kysely<Database>,
  sitePath: string,
  limits: SubscriptionTotals = usual,
): Promise<void> {
  const customer = customerOf(sitePath)
  const queries = subscriptionLimitQueries(tx)
  await queries.lock(customer)
  const now = await queries.count(customer)
  if (now.subscriptions > limits.subscriptions) throw new AppError('subscription_limit')
  if (now.receivers > limits.receivers) throw new AppError('receiver_limit')
}

/**
 * Returns a `like` pattern for the sites of a customer: one directly below the root, with all below it. For the root: only the
 * root itself.
 */
function customerOf(sitePath: string): string {
  const [root, top] = siteIdsOf(sitePath)
  return top === undefined ? `${root}/` : `${root}/${top}/%`
}
