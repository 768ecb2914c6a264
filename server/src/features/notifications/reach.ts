import type { Channel } from '@eot/contract/channels'
import type { ReachGate } from '@eot/contract/subscription-reach'
import { isWithin } from '../../access/site-path.ts'
import { channelsOf, findReceiverGate, type Receiver, type ReceiverGate } from './receiver-gates.ts'

/** A site where a subscription has targets. */
export interface TargetPlace {
  path: string
  /** Whether it includes the sites below. */
  withSubSites: boolean
}

/** A person, with the channels on which messages to the person are blocked. */
export interface Reachable extends Receiver {
  blocked: readonly Channel[]
}

const gates: Readonly<Record<ReceiverGate, ReachGate>> = {
  UserInactive: 'UserInactive',
  NotPermitted: 'NotPermitted',
  NotificationsOff: 'NotificationsOff',
  EmailOff: 'NoChannel',
  EmailNotConfirmed: 'EmailNotConfirmed',
  TextOff: 'NoChannel',
  NoPhoneNumber: 'NoPhoneNumber',
  NoBrowser: 'NoChannel',
}

/**
 * Returns the channels on which a person is notified of events at these places, or why there are none. It is enough to see one
 * of the places, or a site below it. Without any place, as for a group without devices, places are not checked.
 */
export function reachOf(
  person: Reachable,
  places: readonly TargetPlace[],
): { channels: Channel[]; reason: ReachGate | null } {
  const place = seenPlace(person.sitePath, places)
  const gateOn = (channel: Channel): ReachGate | null => {
    const gate = findReceiverGate(person, place, channel)
    if (gate !== null) return gates[gate]
    return person.blocked.includes(channel) ? 'Blocked' : null
  }
  const on = channelsOf(person)
  const channels = on.filter((channel) => gateOn(channel) === null)
  const [first] = on
  return { channels, reason: channels.length > 0 || !first ? null : gateOn(first) }
}

/** Returns a site where the person may see targets, or else one where not. */
function seenPlace(home: string, places: readonly TargetPlace[]): string {
  const [first] = places
  if (first === undefined) return home
  if (places.some(({ path, withSubSites }) => withSubSites && isWithin(home, path))) return home
  return (places.find(({ path }) => isWithin(path, home)) ?? first).path
}
