import { ingestLimits } from '@eot/contract/ingest'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { Channel, Input, Submission } from '../writer/input.ts'
import type { Adapted, AdaptedSample } from './adapters/adapt.ts'
import {
  excerpt,
  type Intake,
  type RefusedSample,
  type Rejected,
  refusedInput,
  settleSamples,
  takeSample,
} from './intake.ts'
import { type Refusal, refusalFor } from './sample.ts'

/** A device itself, or a gateway for the devices at its site and below. */
export type AdaptedSender = { device: DeviceEntry; sitePath: null } | { device: null; sitePath: string }

interface ReadAdapted {
  /** Filled by `inputsFor`. */
  rejected: Rejected[]
  inputsFor(submission: Submission, channel: Channel): Input[]
}

/**
 * Reads a message in the format of another maker as if its samples had come in our own. `adapted` is undefined if it does
 * not have that format.
 */
export async function readAdapted(
  adapted: Adapted | undefined,
  { text, isJson, ip }: { text: string; isJson: boolean; ip: string },
  sender: AdaptedSender,
  intake: Intake,
): Promise<ReadAdapted> {
  const rejected: Rejected[] = []
  const samples = adapted?.samples ?? []
  const whole = wholeRefusal(adapted, isJson)
  const devices = await findDevices(whole ? [] : samples, sender, intake)
  if (sender.sitePath !== null)
    for (const device of devices.values()) intake.interfaces.note(device, 'Gateway', ip)
  return {
    rejected,
    inputsFor(submission, channel) {
      const now = intake.now()
      if (whole) {
        rejected.push({ Index: 0, Reason: whole.detail })
        return [refusedInput({ device: sender.device, channel, submission }, whole, text, now)]
      }
      const inputs: Input[] = []
      const refused: RefusedSample[] = []
      samples.forEach((one, index) => {
        if ('unreadable' in one) {
          refuse(one, index, refusalFor('not a sample', 'not a message in this format'), sender)
          return
        }
        const { mac } = one
        const device = mac === null ? sender.device : devices.get(mac)
        const refusal = device
          ? take(device, one, index)
          : sender.device
            ? refusalFor('foreign device')
            : refusalFor('unknown device', mac === null ? 'the message names no device' : 'unknown device')
        if (refusal)
          refuse(one, index, refusal, {
            device: device ?? sender.device,
            mac: sender.device?.mac ?? mac,
          })
      })
      const settled = settleSamples({ inputs, refused }, now, (index) => givenText(samples[index]))
      rejected.push(...settled.rejected)
      return settled.inputs

      function refuse(
        one: Given,
        index: number,
        refusal: Refusal,
        from: { device: DeviceEntry | null; mac?: string | null },
      ): void {
        const payload = givenText(one)
        refused.push({ index, refusal, sender: { ...from, channel, submission }, payload })
      }

      function take(device: DeviceEntry, { sample, event }: AdaptedSample, index: number): Refusal | null {
        if (sample) {
          const from = { device, channel, submission, event }
          return takeSample(sample, index, from, intake, now, inputs)
        }
        // A message without readings still shows that the device is online.
        const says = { isOnline: true, flags: {}, firmware: null, interval: null }
        inputs.push({ kind: 'contact', device, receivedAt: now, submission, ...says })
        return null
      }
    },
  }
}

type Given = Adapted['samples'][number]

const givenText = (one: Given | undefined) =>
  excerpt(one && ('unreadable' in one ? one.unreadable : one.sample))

function wholeRefusal(adapted: Adapted | undefined, isJson: boolean): Refusal | null {
  if (!isJson) return refusalFor('not valid JSON')
  if (!adapted) return refusalFor('not a sample', 'not a message in this format')
  const most = ingestLimits.samplesPerMessage
  return adapted.samples.length > most ? refusalFor('too many samples', `more than ${most} samples`) : null
}

/** Finds the devices named by the samples, among those that the sender may report for. */
async function findDevices(
  samples: Adapted['samples'],
  { device, sitePath }: AdaptedSender,
  { directory }: Intake,
): Promise<Map<string, DeviceEntry>> {
  if (device) return new Map([[device.mac, device]])
  const found = await directory.findByMacs(samples.flatMap((one) => ('mac' in one && one.mac) || []))
  return new Map([...found].filter(([, { sitePath: path }]) => path.startsWith(sitePath)))
}
