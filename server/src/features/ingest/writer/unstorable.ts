import { namedValues } from '../../readings/index.ts'
import { type ContactInput, type Input, type ReadingInput, type RefusedInput, Submission } from './input.ts'

/** Returns the quarantine entry for a device input that the database rejects; undefined for inputs that no device sent. */
export function unstorable(input: Input, now: number): RefusedInput | undefined {
  if (input.kind !== 'reading' && input.kind !== 'contact') return undefined
  const { device, receivedAt } = input
  return {
    kind: 'refused',
    receivedAt: Math.min(receivedAt, now),
    channel: input.kind === 'reading' ? input.channel : 'mqtt',
    mac: device.mac,
    device,
    reason: 'cannot be stored',
    outOfRange: [],
    payload: JSON.stringify(input.kind === 'reading' ? sampleOf(input) : statusOf(input)),
    submission: new Submission(() => undefined),
  }
}

const sampleOf = ({ at, values }: ReadingInput) => ({
  at: new Date(at).toISOString(),
  readings: namedValues(values),
})

const statusOf = ({ isOnline, firmware, interval, flags }: ContactInput) => ({
  state: isOnline ? 'online' : 'offline',
  version: firmware,
  interval,
  ...flags,
})
