import { blacklistTypes, hasBlacklist } from '@eot/contract/blacklist'
import type { Channel } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { blacklistQueries, receiverKey } from '../blacklist/index.ts'
import { addressOf, findReceiverGate, type Receiver, type ReceiverGate } from './receiver-gates.ts'

/** Returns why a person is not notified on a channel of an event at a site, including the blacklist. null: no reason. */
export type FindGate = (
  person: Receiver,
  sitePath: string,
  channel: Channel,
) => ReceiverGate | 'Blocked' | null

/** Reads which addresses of these people are currently blocked. */
export async function findGates(
  db: Kysely<Database>,
  people: readonly Receiver[],
  now: Date,
): Promise<FindGate> {
  const keyOf = (channel: Channel, person: Receiver): string | undefined => {
    const address = addressOf(channel, person)
    return address === null || !hasBlacklist(channel) ? undefined : receiverKey(channel, address)
  }
  const blocked = new Map<Channel, ReadonlySet<string>>()
  for (const channel of blacklistTypes) {
    const keys = people.flatMap((person) => keyOf(channel, person) ?? [])
    const rows = await blacklistQueries(db).listBlocked(channel, keys, now)
    blocked.set(channel, new Set(rows.map(({ receiver }) => receiver)))
  }
  return (person, sitePath, channel) => {
    const gate = findReceiverGate(person, sitePath, channel)
    if (gate !== null) return gate
    const key = keyOf(channel, person)
    return key !== undefined && blocked.get(channel)?.has(key) ? 'Blocked' : null
  }
}
