import { ingestLimits } from '@eot/contract/ingest'
import type { DeviceDirectory } from './device-directory.ts'
import type { DeviceEntry } from './device-entry.ts'
import type { DeviceWriter } from './device-writer.ts'
import { type Channel, type Input, type ReadingInput, type RefusedInput, Submission } from './input.ts'
import type { MessageRate } from './message-credit.ts'
import { isRefusal, parseSample, type Reason, type Refusal } from './sample.ts'

export interface Intake {
  writer: DeviceWriter
  directory: DeviceDirectory
  now: () => number
  /** How long raw readings are kept: what is older is not taken. */
  retentionMs: number
  rate: MessageRate
}

export interface Rejected {
  Index: number
  Reason: string
}

interface Sender {
  device: DeviceEntry
  channel: Channel
  submission: Submission
}

/** Parses one message of a device: a sample or an array of them. Answers what to write and what was refused. */
export function readMessage(
  text: string,
  sender: Sender,
  intake: Intake,
): { inputs: Input[]; rejected: Rejected[] } {
  const now = intake.now()
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return refuseWhole({ reason: 'not valid JSON', detail: 'not valid JSON' })
  }
  const samples = Array.isArray(message) ? message : [message]
  if (samples.length > ingestLimits.samplesPerMessage) {
    return refuseWhole({
      reason: 'too many samples',
      detail: `more than ${ingestLimits.samplesPerMessage} samples`,
    })
  }
  const inputs: Input[] = []
  const rejected: Rejected[] = []
  samples.forEach((sample, index) => {
    const refusal = takeSample(sample, index, sender, intake, now, inputs)
    if (!refusal) return
    rejected.push({ Index: index, Reason: refusal.detail })
    inputs.push(refusedInput(sender, refusal.reason, excerpt(sample), now))
  })
  return { inputs, rejected }

  function refuseWhole(refusal: Refusal) {
    return {
      inputs: [refusedInput(sender, refusal.reason, text, now)],
      rejected: [{ Index: 0, Reason: refusal.detail }],
    }
  }
}

/** Adds the reading of a sample to `inputs`; answers what of it was refused. */
export function takeSample(
  sample: unknown,
  index: number,
  { device, channel, submission }: Sender,
  intake: Intake,
  now: number,
  inputs: Input[],
): Refusal | null {
  const parsed = parseSample(sample, now, now - intake.retentionMs)
  if (isRefusal(parsed)) return parsed
  const reading: ReadingInput = {
    kind: 'reading',
    device,
    at: parsed.at,
    receivedAt: now,
    values: parsed.values,
    isSkewed: parsed.isSkewed,
    channel,
    submission,
    index,
  }
  inputs.push(reading)
  return parsed.refused
}

export function refusedInput(
  sender: { device: DeviceEntry | null; mac?: string | null; channel: Channel; submission: Submission },
  reason: Reason,
  payload: string,
  receivedAt: number,
): RefusedInput {
  return {
    kind: 'refused',
    receivedAt,
    channel: sender.channel,
    mac: sender.mac ?? null,
    device: sender.device,
    reason,
    payload: payload.slice(0, 2048),
    submission: sender.submission,
  }
}

/** What came, for a person to read; deep nesting and size do no harm. */
export function excerpt(sample: unknown): string {
  try {
    return JSON.stringify(sample)?.slice(0, 2048) ?? String(sample)
  } catch {
    return '(nested too deeply to show)'
  }
}

/** Hands inputs over and waits until they are durable. Rejects when they could not be stored. */
export function submitAndWait(
  intake: Intake,
  make: (submission: Submission) => Input[],
): Promise<Submission> {
  return new Promise((resolve, reject) => {
    const submission = new Submission((outcome) => (outcome.ok ? resolve(submission) : reject(outcome.error)))
    const inputs = make(submission)
    submission.expect(inputs.length)
    intake.writer.submit(inputs)
    submission.close()
  })
}
