import { type Clock, wallClock } from './clock.ts'
import { type HttpDeviceCounts, startHttpDevice } from './http-device.ts'
import { openRoom } from './room.ts'
import { type FleetDevice, sensedBy } from './simulated-device.ts'

export interface HttpFleetOptions {
  readonly devices: readonly FleetDevice[]
  /** URL of the portal, e.g. http://localhost:8080. */
  readonly portalUrl: string
  readonly intervalMs: number
  readonly clock?: Clock
  onTrouble?(device: FleetDevice, error: Error): void
}

export interface HttpFleet {
  /** Totals over all devices. */
  readonly counts: HttpDeviceCounts
  stop(): void
}

/** Starts rooms without incidents whose devices report over HTTP, for networks that block MQTT. */
export function startHttpFleet({
  devices,
  portalUrl,
  intervalMs,
  clock = wallClock,
  onTrouble,
}: HttpFleetOptions): HttpFleet {
  const rooms = devices.map((device) => {
    const room = openRoom(device, clock.now())
    const measureNow = () => {
      const at = clock.now()
      return { at, readings: sensedBy(device, room.sample(at, [])) }
    }
    const client = startHttpDevice({
      identity: device,
      portalUrl,
      clock,
      measureNow,
      ...(onTrouble && { onTrouble: (error: Error) => onTrouble(device, error) }),
    })
    return { client, measureNow }
  })
  const report = () => {
    for (const { client, measureNow } of rooms) client.report(measureNow())
  }
  report()
  const timer = setInterval(report, intervalMs)
  return {
    get counts() {
      const sum = { accepted: 0, duplicates: 0, rejected: 0, dropped: 0, waiting: 0 }
      for (const { client } of rooms) {
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += client.counts[name] // keys of `sum`
      }
      return sum
    },
    stop() {
      clearInterval(timer)
      for (const { client } of rooms) client.stop()
    },
  }
}
