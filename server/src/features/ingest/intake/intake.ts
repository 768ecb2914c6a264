import { ingestLimits } from '@eot/contract/ingest'
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
import {
  isRefusal,
  judgeScanned,
  type ParsedSample,
  parseSample,
  type Refusal,
  refusalFor,
} from './sample.ts'
import { SampleScanner } from './sample-scanner.ts'
import { spreadSkewed } from './skewed-samples.ts'

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
  /** Whether the sample came without a time, so that its time is that of its arrival. */
  isArrivalTime?: boolean
}

const scanner = new SampleScanner()

/**
 * Parses one message of a device: a sample or an array of samples. Returns the inputs to write and the rejected parts.
 */
export function readMessage(
  bytes: Buffer,
  sender: Sender,
  intake: Intake,
): { inputs: Input[]; rejected: Rejected[] } {
  const now = intake.now()
  const scanned = scanner.scan(bytes)
  if (scanned) {
    const judged = judgeScanned(scanned, now, now - intake.retentionMs, sender.device.arrivedAt)
    if (!isRefusal(judged)) return { inputs: [readingInput(judged, 0, sender, now)], rejected: [] }
  }
  const text = bytes.toString('utf8')
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return refuseWhole(refusalFor('not valid JSON'))
  }
  const samples = Array.isArray(message) ? message : [message]
  if (samples.length > ingestLimits.samplesPerMessage) {
    return refuseWhole(refusalFor('too many samples', `more than ${ingestLimits.samplesPerMessage} samples`))
  }
  const inputs: Input[] = []
  const rejected: Rejected[] = []
  samples.forEach((sample, index) => {
    const refusal = takeSample(sample, index, sender, intake, now, inputs)
    if (!refusal) return
    rejected.push({ Index: index, Reason: refusal.detail })
    inputs.push(refusedInput(sender, refusal, excerpt(sample), now))
  })
  spreadSkewed(inputs)
  return { inputs, rejected }

  function refuseWhole(refusal: Refusal) {
    return {
      inputs: [refusedInput(sender, refusal, text, now)],
      rejected: [{ Index: 0, Reason: refusal.detail }],
    }
  }
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

export function readingInput(
  { at, values, aheadMs }: ParsedSample,
  index: number,
  { device, channel, submission, event, isArrivalTime = false }: Sender,
  now: number,
): ReadingInput {
  const own = { device, at, receivedAt: now, values, aheadMs, channel, submission, index }
  return { kind: 'reading', ...own, ...(event && { event }), ...(isArrivalTime && { isArrivalTime }) }
}

export function refusedInput(
  sender: { device: DeviceEntry | null; mac?: string | null; channel: Channel; submission: Submission },
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
