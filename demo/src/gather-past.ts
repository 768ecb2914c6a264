import type { PastSample } from '@eot/fleet/history'
import { type FleetDevice, sensedBy } from '@eot/fleet/simulated-device'
import type { DeviceEntry } from '@eot/server/features/ingest/devices/device-entry'
import { type Intake, takeSample } from '@eot/server/features/ingest/intake/intake'
import { type Input, Submission } from '@eot/server/features/ingest/writer/input'
import type { Cut } from './history-plan.ts'

/** Past samples of a device, read from the oldest on. */
export interface PastDevice {
  readonly device: FleetDevice
  readonly entry: DeviceEntry
  readonly samples: Iterator<PastSample, void, undefined>
  /** Next sample, already read from `samples`. */
  next: PastSample | undefined
}

/** Inputs submitted to the writer together. */
export interface Chapter {
  readonly inputs: readonly Input[]
  readonly submission: Submission
  /** Resolves when the closed submission is stored; rejects if storing it failed. */
  readonly durable: Promise<void>
}

/** Collects the samples of all devices up to a cut, and the silence of the missed device, if any. */
export async function gatherPast(devices: readonly PastDevice[], cut: Cut, intake: Intake): Promise<Chapter> {
  const { promise: durable, resolve, reject } = Promise.withResolvers<void>()
  const submission = new Submission((error) => (error ? reject(error) : resolve()))
  const inputs: Input[] = []
  for (const past of devices) {
    takeUpTo(past, cut.atMs, intake, submission, inputs)
    // Yield to the writer.
    await new Promise((turn) => setImmediate(turn))
  }
  const missed = cut.missed === undefined ? undefined : devices[cut.missed]
  if (missed) inputs.push({ kind: 'silence', device: missed.entry, listeningSince: 0, submission })
  submission.expect(inputs.length)
  return { inputs, submission, durable }
}

function takeUpTo(
  past: PastDevice,
  toMs: number,
  intake: Intake,
  submission: Submission,
  inputs: Input[],
): void {
  const sender = { device: past.entry, channel: 'mqtt' as const, submission }
  while (past.next && past.next.at <= toMs) {
    const { at, readings } = past.next
    const sample = { at, readings: sensedBy(past.device, readings) }
    const refusal = takeSample(sample, 0, sender, intake, at, inputs)
    if (refusal) throw new Error(`${past.device.name} generated an invalid sample: ${refusal.detail}`)
    past.next = past.samples.next().value ?? undefined
  }
}
