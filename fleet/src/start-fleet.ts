import { type Clock, wallClock } from './clock.ts'
import { directIncidents, type IncidentMode } from './incident-director.ts'
import { type Incident, type IncidentName, incidentAt, isIncidentName } from './incidents.ts'
import type { DeviceCounts } from './mqtt-device.ts'
import { type FleetDevice, type SimulatedDevice, startSimulatedDevice } from './simulated-device.ts'
import { causeOf } from './trouble.ts'

export interface FleetOptions {
  readonly devices: readonly FleetDevice[]
  readonly mqttUrl: string
  readonly intervalMs: number
  /** `normal`: the first after 30–38 s, then one every 2–5 min; `busy`: every 15–40 s, including device faults. */
  readonly incidents: IncidentMode
  readonly clock?: Clock
  readonly random?: () => number
  onIncident?(device: FleetDevice, incident: Incident): void
  /** Called once per device and cause, until the cause changes. Defaults to printing on standard error. */
  onTrouble?(device: FleetDevice, error: Error): void
}

export interface Fleet {
  /** Totals over all devices. */
  readonly counts: DeviceCounts
  /** Starts an incident in the room of this device. Throws RangeError for an unknown device or incident. */
  trigger(mac: string, name: IncidentName): Incident
  stop(): Promise<void>
}

/** Starts simulated rooms, each with a device that connects and reports until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { intervalMs, mqttUrl, clock = wallClock, random = Math.random } = options
  const onTrouble = options.onTrouble ?? printTrouble
  const devices = options.devices.map((device, index) =>
    startSimulatedDevice({
      device,
      mqttUrl,
      intervalMs,
      clock,
      phaseMs: (intervalMs * index) / options.devices.length,
      onTrouble: onceEach((error) => onTrouble(device, error)),
    }),
  )

  const begin = (simulated: SimulatedDevice, incident: Incident) => {
    simulated.begin(incident)
    options.onIncident?.(simulated.device, incident)
  }
  const cancelIncidents = directIncidents({ devices, mode: options.incidents, clock, random, begin })

  return {
    get counts() {
      const sum = { acknowledged: 0, dropped: 0, waiting: 0 }
      for (const { counts } of devices) {
        sum.acknowledged += counts.acknowledged
        sum.dropped += counts.dropped
        sum.waiting += counts.waiting
      }
      return sum
    },
    trigger(mac, name) {
      const simulated = devices.find(({ device }) => device.mac === mac)
      if (!simulated) throw new RangeError(`there is no device ${mac} in this fleet`)
      if (!isIncidentName(name)) throw new RangeError(`there is no incident called ${name}`)
      const incident = incidentAt(name, clock.now(), simulated.device.seed)
      begin(simulated, incident)
      return incident
    },
    async stop() {
      cancelIncidents()
      await Promise.all(devices.map((device) => device.stop()))
    },
  }
}

/** Suppresses repeated errors, such as those for every retry while the broker is unreachable. */
function onceEach(report: (error: Error) => void): (error: Error) => void {
  let last: string | undefined
  return (error) => {
    const cause = causeOf(error)
    if (cause === last) return
    last = cause
    report(error)
  }
}

function printTrouble(device: FleetDevice, error: Error): void {
  console.error(`${device.name} (${device.mac}): ${causeOf(error)}`)
}
