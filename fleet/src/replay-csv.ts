import type { Backoff } from './backoff.ts'
import { type Clock, wallClock } from './clock.ts'
import type { DeviceIdentity } from './identity.ts'
import type { Sample } from './kinds.ts'
import { type PlannedDevice, type PlanOptions, planReplay, type ReplayPlan } from './plan-replay.ts'
import { type PortalAccount, type RegisteredDevice, signIn } from './portal-account.ts'
import { readRecordings } from './recording-files.ts'
import { dealSamples, type Pace, type Speed } from './replay-pace.ts'
import { openHttpSender, openMqttSender, ReplayBroken, type ReplaySender } from './replay-sender.ts'

/** A device that replays the recording with the same name. */
export interface NamedDevice extends DeviceIdentity {
  readonly name: string
}

export interface ReplayOptions extends PlanOptions {
  /** A `.csv` or `.csv.gz` file, or a folder of them. */
  readonly path: string
  /** Existing devices, one per recording, matched by name; or the account that creates them in a new site. */
  readonly devices: readonly NamedDevice[] | (PortalAccount & { readonly siteName: string })
  readonly speed: Speed
  readonly to: { readonly mqttUrl: string } | { readonly portalUrl: string }
  readonly clock?: Clock
  readonly backoff?: Backoff
  /** Called once, before anything is sent. The only chance to save the keys of new devices. */
  onReady?(plan: ReplayPlan, devices: readonly NamedDevice[]): void | Promise<void>
  onProgress?(count: Readonly<ReplayCount>): void
  onTrouble?(device: NamedDevice, error: Error): void
}

export interface ReplayCount {
  readonly rows: number
  messages: number
  /** Number of samples whose message was acknowledged. */
  acknowledged: number
}

export interface ReplayAccount extends ReplayCount {
  readonly plan: ReplayPlan
  readonly devices: readonly NamedDevice[]
  readonly siteId: string | undefined
  /** Outcome of the samples as reported by the server; undefined over MQTT, which reports none. */
  readonly answered: ReplayAnswers | undefined
}

export interface ReplayAnswers {
  accepted: number
  duplicates: number
  rejected: { name: string; at: number; reason: string }[]
}

/** Replays recordings over the protocol of a device and counts the outcome of every row. */
export async function replayFiles(options: ReplayOptions): Promise<ReplayAccount> {
  const { clock = wallClock } = options
  const plan = planReplay(await readRecordings(options.path), options)
  const { devices, siteId } = await findDevices(plan, options)
  const pairs = plan.devices.map((planned) => [planned, deviceFor(planned, devices)] as const)
  await options.onReady?.(plan, devices)

  const overHttp = 'portalUrl' in options.to
  const count: ReplayCount = { rows: plan.rowsRead - plan.rowsSkipped, messages: 0, acknowledged: 0 }
  const answers: ReplayAnswers = { accepted: 0, duplicates: 0, rejected: [] }
  const pace: Pace = {
    speed: options.speed,
    originMs: Math.min(...plan.devices.map(({ samples }) => samples[0]?.at ?? Number.POSITIVE_INFINITY)),
    startMs: clock.now(),
    clock,
    samplesPerMessage: 200,
  }

  let broken = false
  const replayOne = async (planned: PlannedDevice, device: NamedDevice) => {
    const sender = openSender(planned, device, options, clock)
    const deal = dealSamples(planned.samples, pace)
    const carry = async () => {
      for (let samples = await deal(); samples && !broken; samples = await deal()) {
        const answer = await sender.send(samples)
        count.messages++
        count.acknowledged += samples.length
        answers.accepted += answer?.Accepted ?? 0
        answers.duplicates += answer?.Duplicates ?? 0
        for (const { Index, Reason } of answer?.Rejected ?? []) {
          answers.rejected.push({ name: planned.name, at: samples[Index]?.at ?? Number.NaN, reason: Reason })
        }
        options.onProgress?.(count)
      }
    }
    try {
      await Promise.all(Array.from({ length: sender.inFlight }, carry))
    } catch (error) {
      broken = true // stops the other devices as well
      throw error
    } finally {
      await sender.close()
    }
  }

  await Promise.all(pairs.map(([planned, device]) => replayOne(planned, device)))
  return { ...count, plan, devices, siteId, answered: overHttp ? answers : undefined }
}

async function findDevices(
  plan: ReplayPlan,
  { devices, timeZone }: ReplayOptions,
): Promise<{ devices: readonly NamedDevice[]; siteId: string | undefined }> {
  if (!('portalUrl' in devices)) return { devices, siteId: undefined }
  const portal = await signIn(devices)
  const siteId = await portal.createSite(devices.siteName, timeZone)
  const made: RegisteredDevice[] = []
  for (const { name, mac } of plan.devices) made.push(await portal.createDevice(name, mac, siteId))
  return { devices: made, siteId }
}

function deviceFor({ name }: PlannedDevice, devices: readonly NamedDevice[]): NamedDevice {
  const device = devices.find((one) => one.name === name)
  if (!device) throw new ReplayBroken(`there is no device called ${name} for the recording ${name}`)
  return device
}

function openSender(
  planned: PlannedDevice,
  device: NamedDevice,
  { to, backoff, onTrouble }: ReplayOptions,
  clock: Clock,
): ReplaySender {
  const common = {
    identity: device,
    clock,
    ...(backoff && { backoff }),
    ...(onTrouble && { onTrouble: (error: Error) => onTrouble(device, error) }),
  }
  if ('portalUrl' in to) return openHttpSender({ ...common, portalUrl: to.portalUrl })
  return openMqttSender({ ...common, mqttUrl: to.mqttUrl, intervalMs: usualGapMs(planned.samples) })
}

/** Reporting interval of the recorded device: the median gap, at least a second. */
function usualGapMs(samples: readonly Sample[]): number {
  const gaps = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? at))
  const middle = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
  return Math.max(1_000, middle ?? 60_000)
}
