import type { PlantedBug } from './planted-bug.ts'

const writer = 'server/src/features/ingest/writer/device-writer.test.ts'
const batch = 'server/src/features/ingest/writer/write-batch.ts'
const connections = 'server/src/features/ingest/mqtt/device-connections.ts'
const broker = 'server/src/features/ingest/mqtt/mqtt-broker.ts'

/** Bugs of receiving, storing and reading readings. */
export const ingestBugs: PlantedBug[] = [
  {
    bug: 'a message is acknowledged before it is stored',
    file: 'server/src/features/ingest/writer/submit-and-wait.ts',
    from: 'writer.submit(inputs)\n',
    to: 'writer.submit(inputs)\n    resolve(submission)\n',
    test: 'server/src/features/ingest/mqtt/mqtt-bridge.test.ts',
  },
  {
    bug: 'a reading sent twice is stored without a check',
    file: batch,
    from: '(isNewer && !careful ? newer : doubtful)',
    to: 'newer',
    test: writer,
  },
  {
    bug: 'a contradicting reading disappears without a trace',
    file: batch,
    from: 'if (isOther) contradictions.push(reading)',
    to: '',
    test: writer,
  },
  {
    bug: 'a process overwrites the state that another one has stored',
    file: batch,
    from: 'if ((await updateStates(client, states)) !== states.count) throw new StateConflict()',
    to: 'await updateStates(client, states)',
    test: 'server/src/features/ingest/timers/silence.test.ts',
    named: 'raises an alert each time',
  },
  {
    bug: 'an input that cannot be stored is sent again for ever',
    file: 'server/src/features/ingest/writer/device-writer.ts',
    from: 'isBadData(error) ? unstorable(input, now()) : undefined',
    to: 'undefined',
    test: 'server/src/features/ingest/writer/poisonous-input.test.ts',
  },
  {
    bug: 'stored readings are not announced after the commit',
    file: 'server/src/features/ingest/writer/device-writer.ts',
    from: 'onCommitted(readingsOf(batch, written.known), written.events)',
    to: '',
    test: 'server/src/features/ingest/writer/announced.test.ts',
  },
  {
    bug: 'a reading from the future keeps its time',
    file: 'server/src/features/ingest/intake/sample.ts',
    from: 'at > now + ingestLimits.skewMs ? at - now : 0',
    to: '0',
    test: 'server/src/features/ingest/intake/sample.test.ts',
  },
  {
    bug: 'an impossible value is stored',
    file: 'server/src/features/ingest/intake/sample.ts',
    from: 'value < (lows[column] ?? 0) || value > (highs[column] ?? 0)',
    to: 'value === undefined',
    test: 'server/src/features/ingest/mqtt/bad-messages.test.ts',
  },
  {
    bug: 'the scanner accepts a sample that the parser rejects',
    file: 'server/src/features/ingest/intake/sample.ts',
    from: 'return at < oldest ? tooOld : placed(',
    to: 'return placed(',
    test: 'server/src/features/ingest/mqtt/bad-messages.test.ts',
    named: 'clock at 1970',
  },
  {
    bug: 'a device publishes as another one',
    file: broker,
    from: "topic.mac !== device.mac || topic.name === 'commands'",
    to: "topic.name === 'commands'",
    test: 'server/src/features/ingest/mqtt/device-identity.test.ts',
  },
  {
    bug: "a device subscribes to others' commands",
    file: broker,
    from: 'device !== undefined && subscription.topic === commandTopic(device.mac)',
    to: 'device !== undefined',
    test: 'server/src/features/ingest/mqtt/device-identity.test.ts',
  },
  {
    bug: 'a device keeps an earlier connection beside the new one',
    file: connections,
    from: '        end(earlier)\n',
    to: '',
    test: 'server/src/features/ingest/mqtt/connection-abuse.test.ts',
    named: 'a later one closes the earlier one',
  },
  {
    bug: 'a connection outlives its expired key',
    file: connections,
    from: 'connection.until !== null && connection.until <= now()',
    to: 'connection.until === -1',
    test: 'server/src/features/devices/device-keys.test.ts',
    named: 'when the overlap ends',
  },
  {
    bug: 'the last will of a replaced connection makes the device offline',
    file: connections,
    from: 'ended.has(client)',
    to: 'false',
    test: 'server/src/features/ingest/mqtt/mqtt-broker.test.ts',
    named: 'replaced by another',
  },
  {
    bug: 'a former key is valid for ever',
    file: 'server/src/features/ingest/devices/device-entry.ts',
    from: '(key.until === null || key.until > now)',
    to: 'now > 0',
    test: 'server/src/features/devices/device-keys.test.ts',
  },
  {
    bug: 'the error of a percentile counts only what is above the estimate',
    file: 'server/src/features/readings/percentiles.ts',
    from: 'value - (lows[index] ?? value)',
    to: '0',
    test: 'server/src/features/readings/percentiles.test.ts',
  },
  {
    bug: 'percentiles of a part of the readings count as exact',
    file: 'server/src/features/readings/percentiles.ts',
    from: 'found.count === count && ',
    to: '',
    test: 'server/src/features/readings/percentiles.test.ts',
  },
  {
    bug: 'alerts wait for the times that a clock ahead has stored',
    file: 'server/src/features/ingest/writer/clock-ahead.ts',
    from: 'at !== null && at > now + ingestLimits.skewMs',
    to: 'at === now + ingestLimits.skewMs',
    test: 'server/src/features/ingest/writer/clock-ahead.test.ts',
  },
  {
    bug: 'after a failure of the database, a clock that goes back refuses readings until it has caught up',
    file: 'server/src/features/ingest/writer/device-writer.ts',
    from: 'sinceMs >= 0 && ',
    to: '',
    test: 'server/src/program/clock-jumps.test.ts',
    named: 'accepted again a second after',
  },
]
