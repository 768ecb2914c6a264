/** `npm run simulate`: runs a fleet of simulated rooms until interrupted. */
import { parseArgs } from 'node:util'
import { readFleet } from './fleet-file.ts'
import { incidentNames, incidentTypes, isIncidentName } from './incidents.ts'
import type { FleetDevice } from './simulated-device.ts'
import { startFleet } from './start-fleet.ts'
import { type HttpFleet, startHttpFleet } from './start-http-fleet.ts'
import { asError, causeOf } from './trouble.ts'

const usage = `npm run simulate -- --devices fleet.json [options]
  --devices FILE     list of {mac, key, name, roomType, timeZone, seed}
  --mqtt URL         broker, default mqtt://localhost:1883
  --http URL         report to the portal over HTTP instead; without incidents
  --interval SECONDS time between readings of a device, default 5
  --incidents MODE   normal (default), busy or none
  --incident NAME    trigger one incident: ${incidentNames.join(', ')}
  --in SECONDS         after this long, default 0
  --on MAC             on this device, default the first`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string' },
      mqtt: { type: 'string', default: 'mqtt://localhost:1883' },
      http: { type: 'string' },
      interval: { type: 'string', default: '5' },
      incidents: { type: 'string', default: 'normal' },
      incident: { type: 'string' },
      in: { type: 'string', default: '0' },
      on: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  if (!values.devices) throw new RangeError(`--devices is missing\n${usage}`)
  const devices = await readFleet(values.devices)
  const first = devices[0]
  if (!first) throw new RangeError(`${values.devices} lists no devices`)
  const mode = (['normal', 'busy', 'none'] as const).find((one) => one === values.incidents)
  if (!mode) throw new RangeError(`--incidents must be normal, busy or none, not ${values.incidents}`)
  const name = values.incident
  if (name !== undefined && !isIncidentName(name)) {
    throw new RangeError(`--incident must be one of ${incidentNames.join(', ')}, not ${name}`)
  }
  const on = values.on?.toUpperCase() ?? first.mac
  if (!devices.some(({ mac }) => mac === on))
    throw new RangeError(`--on: ${values.devices} has no device ${on}`)
  const delayMs = seconds('--in', values.in, 0) * 1_000
  if (values.http) {
    const intervalMs = seconds('--interval', values.interval, 0.1) * 1_000
    return reportOverHttp(
      startHttpFleet({ devices, portalUrl: values.http, intervalMs, onTrouble: printTrouble }),
    )
  }

  const fleet = startFleet({
    devices,
    mqttUrl: values.mqtt,
    intervalMs: seconds('--interval', values.interval, 0.1) * 1_000,
    incidents: mode,
    onIncident(device, incident) {
      const { raises } = incidentTypes[incident.name]
      const lasts = Math.round((incident.endMs - incident.startMs) / 1_000)
      console.log(
        `${incident.name} at ${device.name} (${device.mac}) for ${lasts} s, raises ${raises ?? 'nothing'}`,
      )
    },
  })
  console.log(
    `${devices.length} devices report to ${values.mqtt} every ${values.interval} s; press Ctrl+C to stop`,
  )
  if (name !== undefined) setTimeout(() => fleet.trigger(on, name), delayMs)

  const stop = async () => {
    const { acknowledged, dropped, waiting } = fleet.counts
    await fleet.stop()
    console.log(`${acknowledged} readings acknowledged, ${waiting} not sent, ${dropped} dropped`)
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function reportOverHttp(fleet: HttpFleet): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const { accepted, rejected, waiting } = fleet.counts
      fleet.stop()
      console.log(`${accepted} readings accepted, ${rejected} rejected, ${waiting} not sent`)
    })
  }
}

const printTrouble = ({ mac }: FleetDevice, error: Error) => console.error(`${mac}: ${causeOf(error)}`)

function seconds(option: string, text: string, least: number): number {
  const value = Number(text)
  if (!(value >= least)) throw new RangeError(`${option} must be a number no less than ${least}, not ${text}`)
  return value
}

main().catch((error: unknown) => {
  console.error(causeOf(asError(error)))
  process.exitCode = 1
})
