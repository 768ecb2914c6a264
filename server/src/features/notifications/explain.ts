import { receiverGates, subscriptionGates } from '@eot/contract/told'
import { findEventGate, type Occurrence, type SubscriptionTerms } from './event-gates.ts'
import { type RecordedChanges, termsBefore } from './past-terms.ts'

/** A subscription that names a person, with the changes recorded since an alert started. */
export interface NamingRow extends SubscriptionTerms {
  id: string
  name: string
  sitePath: string
  createdAt: Date
  /** Whether it names the person for the first stage, by name or in a list, rather than only for reminders. */
  isAtOnce: boolean
  lists: string[]
  /** Newest first. */
  changes: { at: Date; changes: RecordedChanges }[]
}

export interface Explained {
  row: NamingRow
  isNewer: boolean
  gates: GateAnswer<(typeof subscriptionGates)[number]>[]
  changedAt: Date | null
}

export interface GateAnswer<Name extends string> {
  Gate: Name
  /** null: not checked, since an earlier one failed. */
  Passed: boolean | null
}

/** Explains how a subscription, with its terms at that time, was matched with an event. */
export function explainSubscription(now: NamingRow, event: Occurrence): Explained {
  const row = termsBefore(
    now,
    now.changes.map(({ changes }) => changes),
  )
  const isNewer = now.createdAt > event.storedAt
  return {
    row,
    isNewer,
    gates: isNewer ? notAsked(subscriptionGates) : answersUpTo(subscriptionGates, findEventGate(row, event)),
    changedAt: now.changes[0]?.at ?? null,
  }
}

/** Orders by the number of gates passed, the most first. */
export const byCloseness = (a: Explained, b: Explained): number => passedOf(b) - passedOf(a)

const passedOf = ({ gates }: Explained): number => gates.filter(({ Passed }) => Passed).length

/** Returns each gate in the order of checking: those before the one that failed have passed; null: all have. */
export function answersUpTo<Name extends string>(
  gates: readonly Name[],
  failed: Name | null,
): GateAnswer<Name>[] {
  const last = failed === null ? gates.length : gates.indexOf(failed)
  return gates.map((Gate, index) => ({ Gate, Passed: index === last ? false : index < last ? true : null }))
}

export const notAsked = <Name extends string>(gates: readonly Name[]): GateAnswer<Name>[] =>
  gates.map((Gate) => ({ Gate, Passed: null }))

type ReceiverGateName = (typeof receiverGates)[number]

/** Returns the gate of the contract for a reason stored with a notification; undefined if it is not a gate of a person. */
export function receiverGateOf(reason: string): ReceiverGateName | undefined {
  const gate = gateOfChannel[reason] ?? reason
  return receiverGates.find((name) => name === gate)
}

const gateOfChannel: Readonly<Record<string, ReceiverGateName>> = {
  EmailOff: 'ChannelOff',
  TextOff: 'ChannelOff',
  EmailNotConfirmed: 'AddressMissing',
  NoPhoneNumber: 'AddressMissing',
  NoBrowser: 'ChannelOff',
}
