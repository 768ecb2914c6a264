import { type Severity, severities } from '@eot/contract/vocabulary'

interface Timed {
  severity: Severity
  startsAt: Date
  endsAt: Date | null
}

/** Returns whether a message is shown at this time. Its end is exclusive. */
export const isShown = ({ startsAt, endsAt }: Timed, now: Date): boolean =>
  startsAt <= now && (endsAt === null || endsAt > now)

/** Sorts the most severe first; among equals, the order stays. */
export const bySeverity = <Message extends Timed>(messages: readonly Message[]): Message[] =>
  messages.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
