import { ingestLimits } from '@eot/contract/ingest'
import { arrivalOf } from '../devices/arrival.ts'
import type { CommandOutbox } from '../devices/command-outbox.ts'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { DeviceInterfaces } from '../devices/device-interfaces.ts'
import type { MessageRate } from '../devices/message-credit.ts'
import type { DeviceWriter } from '../writer/device-writer.ts'
import type {
  Channel,
  Input,
  ReadingInput,
  RefusedInput,
  ReportedEvent,
  Submission,
} from '../writer/input.ts'
import { parseJson } from './parse-json.ts'
import {
  beforeMove,
  isRefusal,
  type ParsedSample,
  parseSample,
  placeScanned,
  type Refusal,
  refusalFor,
  refusalOfScanned,
} from './sample.ts'
import { SampleScanner, type ScannedSample } from './sample-scanner.ts'
import { placeSkewed, spreadSkewed } from './skewed-samples.ts'

/** A gateway may fill at most half of the queue, so that devices reporting on their own still find room. */
export const bulkShare = 0.5

export interface Intake {
  writer: DeviceWriter
  directory: DeviceDirectory
  commands: CommandOutbox
  /** Records how devices connect. */
  interfaces: DeviceInterfaces
  now: () => number
  /** Retention of raw readings, in days; older samples are rejected. */
  retentionMs: number
  rate: MessageRate
}

export interface Rejected {
  Index: number
  Reason: string
}

export interface Sender {
  device: DeviceEntry
  channel: Channel
  submission: Submission
  /** The event that the sample reports, if it has no measured values. */
  event?: ReportedEvent | undefined
}

/** Who sent what is refused. */
interface RefusedSender {
  device: DeviceEntry | null
  mac?: string | null
  channel: Channel
  submission: Submission
}

/** A sample that is refused, or a part of one. */
export interface RefusedSample {
  index: number
  refusal: Refusal
  sender: RefusedSender
  payload: string
}

const scanner = new SampleScanner()
const longBytes = 16_384

/** Returns whether parsing a message may take so long, up to 10 ms, that it needs a turn of the event loop of its own. */
export const isLongMessage = (bytes: number): boolean => bytes > longBytes

/**
 * Parses one message of a device: a sample or an array of samples. Returns the inputs to write and the rejected parts.
 */
export function readMessage(
  bytes: Buffer,
  sender: Sender,
  intake: Intake,
  now = intake.now(),
): { inputs: Input[]; rejected: Rejected[] } {
  const scanned = scanner.scan(bytes)
  if (scanned) {
    const input = inputOfScanned(scanned, 0, sender, intake, now)
    if (input) {
      placeSkewed(input)
      return { inputs: [input], rejected: [] }
    }
  }
  const text = bytes.toString('utf8')
  const message = parseJson(text)
  if (message === undefined) return refuseWhole(refusalFor('not valid JSON'))
  const samples = Array.isArray(message) ? message : [message]
  // Serializing thousands of unknown kinds again would take longer than parsing them.
  const payloadOf = (index: number) => (Array.isArray(message) ? excerpt(samples[index]) : text)
  if (samples.length > ingestLimits.samplesPerMessage) {
    return refuseWhole(refusalFor('too many samples', `more than ${ingestLimits.samplesPerMessage} samples`))
  }
  const inputs: Input[] = []
  const refused: RefusedSample[] = []
  samples.forEach((sample, index) => {
    const refusal = takeSample(sample, index, sender, intake, now, inputs)
    if (refusal) refused.push({ index, refusal, sender, payload: payloadOf(index) })
  })
  return settleSamples({ inputs, refused }, now, payloadOf)

  function refuseWhole(refusal: Refusal) {
    return {
      inputs: [refusedInput(sender, refusal, text, now)],
      rejected: [{ Index: 0, Reason: refusal.detail }],
    }
  }
}

/** Returns the reading of a sample that the scanner accepted, or null if its time is refused. */
export function inputOfScanned(
  scanned: ScannedSample,
  index: number,
  sender: Sender,
  { retentionMs }: Intake,
  now: number,
): ReadingInput | null {
  if (refusalOfScanned(scanned, now - retentionMs, sender.device.arrivedAt)) return null
  return readingInput(placeScanned(scanned, now), index, sender, now)
}

/** Adds the reading of a sample to `inputs`. Returns its rejected parts. */
export function takeSample(
  sample: unknown,
  index: number,
  sender: Sender,
  intake: Intake,
  now: number,
  inputs: Input[],
): Refusal | null {
  const parsed = parseSample(sample, now, now - intake.retentionMs, sender.device.arrivedAt)
  if (isRefusal(parsed)) return parsed
  inputs.push(readingInput(parsed, index, sender, now))
  return parsed.refused
}

/**
 * Corrects the times of the samples of a message, and refuses those that turn out to be from before the move. Returns the
 * inputs to write and the rejected parts, in the order of the samples.
 */
export function settleSamples(
  read: { inputs: Input[]; refused: RefusedSample[] },
  now: number,
  payloadOf: (index: number) => string,
): { inputs: Input[]; rejected: Rejected[] } {
  const early = spreadSkewed(read.inputs)
  const { inputs, refused } = early.length > 0 ? refuseEarly(read, early, payloadOf) : read
  for (const { sender, refusal, payload } of refused) inputs.push(refusedInput(sender, refusal, payload, now))
  return { inputs, rejected: refused.map(({ index, refusal }) => ({ Index: index, Reason: refusal.detail })) }
}

/** Also replaces the refusals of single values of these samples, which would show the others to the current customer. */
function refuseEarly(
  { inputs, refused }: { inputs: Input[]; refused: RefusedSample[] },
  early: readonly ReadingInput[],
  payloadOf: (index: number) => string,
) {
  const indexes = new Set(early.map(({ index }) => index))
  const whole = early.map(
    (sender): RefusedSample => ({
      index: sender.index,
      refusal: beforeMove,
      sender,
      payload: payloadOf(sender.index),
    }),
  )
  return {
    inputs: inputs.filter((input) => input.kind !== 'reading' || !indexes.has(input.index)),
    refused: [...refused.filter(({ index }) => !indexes.has(index)), ...whole].sort(
      (a, b) => a.index - b.index,
    ),
  }
}

function readingInput(
  { at: givenAt, isArrivalTime, values, aheadMs }: ParsedSample,
  index: number,
  { device, channel, submission, event }: Sender,
  now: number,
): ReadingInput {
  const at = isArrivalTime ? arrivalOf(device, now) : givenAt
  const input: ReadingInput = {
    kind: 'reading',
    device,
    at,
    receivedAt: now,
    values,
    aheadMs,
    channel,
    submission,
    index,
  }
  if (event) input.event = event
  if (isArrivalTime) input.isArrivalTime = true
  return input
}

export function refusedInput(
  sender: RefusedSender,
  { reason, outOfRange = [] }: Pick<Refusal, 'reason' | 'outOfRange'>,
  payload: string,
  receivedAt: number,
): RefusedInput {
  return {
    kind: 'refused',
    receivedAt,
    channel: sender.channel,
    mac: sender.mac ?? sender.device?.mac ?? null,
    // A former customer's measurements are hidden from the current one.
    device: reason === 'before the move' ? null : sender.device,
    reason,
    payload: payload.slice(0, 2048),
    outOfRange,
    submission: sender.submission,
  }
}

/** Returns a readable excerpt of the input, safe for deep nesting and large size. */
export function excerpt(sample: unknown): string {
  try {
    return JSON.stringify(sample)?.slice(0, 2048) ?? String(sample)
  } catch {
    return '(nested too deeply to show)'
  }
}
