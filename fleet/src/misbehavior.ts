import { type DeviceIdentity, topicOf } from './identity.ts'
import type { Sample } from './kinds.ts'

/** A message from a faulty device. */
export interface RawMessage {
  readonly what: string
  readonly topic: string
  readonly payload: string | Buffer
}

/** How far a skewed device clock is ahead. */
export const clockSkewMs = 2 * 3_600_000

/**
 * Invalid messages that faulty or hostile devices are known to send. The two with a wrong topic come last, since a
 * broker may close the connection because of them.
 */
export function rubbishMessages(identity: DeviceIdentity, atMs: number): RawMessage[] {
  const readings = topicOf(identity, 'readings')
  const sample = (fields: Readonly<Record<string, unknown>>, at: unknown = atMs) =>
    JSON.stringify({ at, readings: fields })
  return [
    {
      what: 'bytes that are no text',
      topic: readings,
      payload: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc1, 0x7b]),
    },
    { what: 'nothing', topic: readings, payload: '' },
    { what: 'broken JSON', topic: readings, payload: `{"at": ${atMs}, "readings": {"temperature": 21.` },
    { what: 'NaN', topic: readings, payload: `{"at": ${atMs}, "readings": {"temperature": NaN}}` },
    {
      what: 'a value that is no number',
      topic: readings,
      payload: sample({ temperature: 'warm', CO: null }),
    },
    {
      what: 'a number beyond all numbers',
      topic: readings,
      payload: `{"at": ${atMs}, "readings": {"CO": 1e999}}`,
    },
    { what: 'an unknown kind', topic: readings, payload: sample({ plutonium: 1 }) },
    { what: 'an impossible value', topic: readings, payload: sample({ humidity: 12_000 }) },
    { what: 'no readings', topic: readings, payload: sample({}) },
    { what: 'an array of other things', topic: readings, payload: '[1, null, "x", [], {"at": {}}]' },
    { what: 'a clock at 1970', topic: readings, payload: sample({ temperature: 21 }, 0) },
    {
      what: 'a clock at 2099',
      topic: readings,
      payload: sample({ temperature: 21 }, '2099-01-01T00:00:00Z'),
    },
    { what: 'deep JSON', topic: readings, payload: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
    { what: 'an unknown status', topic: topicOf(identity, 'status'), payload: '{"state":"dancing"}' },
    { what: 'a topic nobody knows', topic: `eot/${identity.mac}/nonsense`, payload: '{}' },
    {
      what: 'the topic of another device',
      topic: 'eot/00:00:00:00:00:00/readings',
      payload: sample({ CO: 1 }),
    },
  ]
}

/** A burst from a flooding device: the same readings many times, one millisecond apart. */
export function floodMessages(identity: DeviceIdentity, sample: Sample, count: number): RawMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    what: 'one of too many',
    topic: topicOf(identity, 'readings'),
    payload: JSON.stringify({ ...sample, at: sample.at + index }),
  }))
}
