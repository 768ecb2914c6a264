import type { Backoff } from './backoff.ts'
import { type Cancel, type Clock, wallClock } from './clock.ts'
import type { DeviceIdentity } from './identity.ts'
import { type Incident, incidentTypes } from './incidents.ts'
import type { Kind, Readings, Sample } from './kinds.ts'
import { clockSkewMs, floodMessages, type RawMessage, rubbishMessages } from './misbehavior.ts'
import { type DeviceCounts, startMqttDevice } from './mqtt-device.ts'
import { NotAcknowledged } from './mqtt-link.ts'
import { openRoom } from './room.ts'
import type { RoomSpec } from './room-types.ts'
import { asError } from './trouble.ts'

/** A device of a fleet: its identity and its room. */
export interface FleetDevice extends DeviceIdentity, RoomSpec {
  readonly name: string
  /** Kinds it has sensors for; defaults to all. */
  readonly kinds?: readonly Kind[]
}

export interface SimulatedDeviceOptions {
  readonly device: FleetDevice
  readonly mqttUrl: string
  readonly intervalMs: number
  /** Delay before the first report, so that the reports of a fleet are spread out. */
  readonly phaseMs: number
  readonly clock?: Clock
  readonly backoff?: Backoff
  onTrouble?(error: Error): void
}

export interface SimulatedDevice {
  readonly device: FleetDevice
  readonly counts: DeviceCounts
  /** Ongoing incidents. */
  readonly active: readonly Incident[]
  begin(incident: Incident): void
  stop(): Promise<void>
}

const floodEveryMs = 250
const floodBurst = 50

export function startSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  const { device, intervalMs, clock = wallClock, backoff, onTrouble } = options
  const startMs = clock.now()
  const room = openRoom(device, startMs)
  const timers = new Map<symbol, Cancel>()
  let incidents: Incident[] = []
  let measuredMs = startMs

  const later = (delayMs: number, run: () => void) => {
    const timer = Symbol()
    timers.set(
      timer,
      clock.after(delayMs, () => {
        timers.delete(timer)
        run()
      }),
    )
  }

  const isActive = (incident: Incident) => incident.endMs > clock.now()
  const suffers = (fault: Incident['name']) => incidents.some((one) => one.name === fault && isActive(one))

  const measure = (): Sample => {
    // A room cannot go back in time, even if the system clock does.
    const atMs = Math.max(clock.now(), measuredMs)
    const touching = incidents.filter((incident) => incident.endMs > measuredMs)
    const readings = room.sample(atMs, touching)
    measuredMs = atMs
    incidents = touching
    return { at: suffers('clock-skew') ? atMs + clockSkewMs : atMs, readings: sensedBy(device, readings) }
  }

  const client = startMqttDevice({
    identity: device,
    url: options.mqttUrl,
    intervalMs,
    clock,
    measureNow: measure,
    ...(backoff && { backoff }),
    ...(onTrouble && { onTrouble }),
  })

  const tick = (number: number) => {
    if (!suffers('silence')) client.report(measure())
    const nextMs = startMs + options.phaseMs + (number + 1) * intervalMs
    // After the machine has been suspended, missed reports are not made up for.
    const missed = Math.max(0, Math.ceil((clock.now() - nextMs) / intervalMs))
    later(nextMs + missed * intervalMs - clock.now(), () => tick(number + 1 + missed))
  }

  const sendAll = (messages: readonly RawMessage[]) => {
    for (const { topic, payload } of messages) {
      client.publishRaw(topic, payload).catch((error: unknown) => {
        // Expected: the broker may disconnect a faulty device.
        if (!(error instanceof NotAcknowledged)) onTrouble?.(asError(error))
      })
    }
  }

  /** Power returns when the last silence is over. Timers may fire slightly early. */
  const awaken = () => {
    const endMs = Math.max(...incidents.filter(({ name }) => name === 'silence').map((one) => one.endMs))
    if (endMs <= clock.now()) client.restorePower()
    else later(Math.max(1, endMs - clock.now()), awaken)
  }

  const flood = (incident: Incident) => {
    if (!isActive(incident)) return
    sendAll(floodMessages(device, measure(), floodBurst))
    later(floodEveryMs, () => flood(incident))
  }

  later(options.phaseMs, () => tick(0))

  return {
    device,
    get counts() {
      return client.counts
    },
    get active() {
      return incidents.filter(isActive)
    },
    begin(incident) {
      incidents.push(incident)
      switch (incidentTypes[incident.name].fault) {
        case 'silence':
          client.cutPower()
          awaken()
          return
        case 'flood':
          flood(incident)
          return
        case 'rubbish':
          sendAll(rubbishMessages(device, clock.now()))
          return
        case 'clock-skew':
        case null:
          return
      }
    },
    async stop() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
      await client.stop()
    },
  }
}

/** Reduces readings to the kinds that this device measures. */
export function sensedBy({ kinds }: Pick<FleetDevice, 'kinds'>, readings: Readings): Partial<Readings> {
  return kinds ? Object.fromEntries(kinds.map((kind) => [kind, readings[kind]])) : readings
}
