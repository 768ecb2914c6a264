import { type Channel, channels } from '@eot/contract/channels'
import { permits } from '@eot/contract/permissions'
import { isWithin, siteIdsOf } from '../../access/site-path.ts'
import { isTextable, receiverKey } from '../blacklist/index.ts'

/** The stored data that decides whether a person may be notified. */
export interface Receiver {
  userId: string
  email: string
  isActive: boolean
  isDeleted: boolean
  /** Whether the person has proven that the email address is theirs. */
  isConfirmed: boolean
  sitePath: string
  rolePriority: number
  notificationsEnabled: boolean
  emailEnabled: boolean
  /** As entered by the person. */
  phoneNumber: string | null
  textEnabled: boolean
  /** Whether notifications are on in a browser of the person. */
  hasBrowser: boolean
}

/** Why a person is not notified, in the order of checking. */
export type ReceiverGate =
  | 'UserInactive'
  | 'NotPermitted'
  | 'NotificationsOff'
  | 'EmailOff'
  | 'EmailNotConfirmed'
  | 'TextOff'
  | 'NoPhoneNumber'
  | 'NoBrowser'

type Addresses = Pick<Receiver, 'userId' | 'email' | 'phoneNumber'>

interface ChannelRule {
  /** Returns whether the person wants notifications on the channel. */
  isOn(person: Receiver): boolean
  off: ReceiverGate
  /** Returns the destination of messages. null: none. */
  addressOf(person: Addresses): string | null
  /** Returns the reason why the person cannot be reached there. */
  unreachable(person: Receiver): ReceiverGate | null
}

/** The rules of each channel; add a new channel as an entry here. */
const channelRules: Readonly<Record<Channel, ChannelRule>> = {
  Email: {
    isOn: ({ emailEnabled }) => emailEnabled,
    off: 'EmailOff',
    addressOf: ({ email }) => email,
    unreachable: ({ isConfirmed }) => (isConfirmed ? null : 'EmailNotConfirmed'),
  },
  Text: {
    isOn: ({ textEnabled }) => textEnabled,
    off: 'TextOff',
    addressOf({ phoneNumber }) {
      const number = receiverKey('Text', phoneNumber ?? '')
      return isTextable(number) ? number : null
    },
    unreachable: (person) => (addressOf('Text', person) === null ? 'NoPhoneNumber' : null),
  },
  Push: {
    isOn: ({ hasBrowser }) => hasBrowser,
    off: 'NoBrowser',
    // A message goes to all browsers that the person has when it is sent.
    addressOf: ({ userId }) => userId,
    unreachable: () => null,
  },
}

export const addressOf = (channel: Channel, person: Addresses): string | null =>
  channelRules[channel].addressOf(person)

/** Returns the channels that a person has on. If all are off, returns the first one, so that the reason is stored once. */
export function channelsOf(person: Receiver): Channel[] {
  const on = channels.filter((channel) => channelRules[channel].isOn(person))
  return on.length > 0 ? on : channels.slice(0, 1)
}

/**
 * Returns the first reason why a person is not notified anywhere of an event at a site, including the portal; null if there is
 * none.
 */
export function findPersonGate(person: Receiver, sitePath: string): ReceiverGate | null {
  if (!person.isActive || person.isDeleted) return 'UserInactive'
  if (!maySee(person, sitePath)) return 'NotPermitted'
  return person.notificationsEnabled ? null : 'NotificationsOff'
}

/** Returns the first reason why a person is not notified on a channel of an event at a site; null if the person is. */
export function findReceiverGate(person: Receiver, sitePath: string, channel: Channel): ReceiverGate | null {
  const gate = findPersonGate(person, sitePath)
  if (gate !== null) return gate
  const { isOn, off, unreachable } = channelRules[channel]
  return isOn(person) ? unreachable(person) : off
}

const maySee = (person: Receiver, sitePath: string): boolean =>
  isWithin(sitePath, person.sitePath) && permits(standingOf(person), 'ViewAlerts')

/** Returns whether the person may confirm the alerts that they see. */
export const mayConfirm = (person: Receiver): boolean => permits(standingOf(person), 'ConfirmAlerts')

const standingOf = ({ sitePath, rolePriority }: Receiver) => ({
  priority: rolePriority,
  isAtRoot: siteIdsOf(sitePath).length === 1,
})
