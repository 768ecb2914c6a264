import { sensorKinds } from '@eot/contract/vocabulary'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { readingsJson, SensorWalk } from '../sensor-walk.ts'

/** Values of one device at consecutive minutes, by kind. */
export interface DeviceMinutes {
  device: PortalDevice
  /** Epoch ms. */
  times: number[]
  values: Record<string, number[]>
}

const minuteMs = 60_000

/** Generates minute reports of devices in parts of a few hours, the same for every system that stores them. */
export function* recordMinutes(
  devices: readonly PortalDevice[],
  { startAt, minutes, inPart }: { startAt: number; minutes: number; inPart: number },
): Generator<DeviceMinutes[]> {
  const walks = devices.map((_, index) => new SensorWalk(index + 1))
  for (let from = 0; from < minutes; from += inPart)
    yield devices.map((device, index) => {
      const part: DeviceMinutes = { device, times: [], values: {} }
      for (const { key } of sensorKinds) part.values[key] = []
      for (let minute = from; minute < Math.min(minutes, from + inPart); minute += 1) {
        part.times.push(startAt + minute * minuteMs)
        walks[index]?.next().forEach((value, kind) => {
          part.values[sensorKinds[kind]?.key ?? '']?.push(value)
        })
      }
      return part
    })
}

/** Returns bodies of bulk requests, in order of time, for each of several gateways. */
export function bulkLanes(
  parts: readonly DeviceMinutes[],
  lanes: number,
  rowsPerRequest: number,
): Buffer[][] {
  const lines: string[][] = Array.from({ length: lanes }, () => [])
  for (let minute = 0; minute < (parts[0]?.times.length ?? 0); minute += 1)
    parts.forEach(({ device, times, values }, index) => {
      const now = Float64Array.from(sensorKinds, ({ key }) => values[key]?.[minute] ?? 0)
      lines[index % lanes]?.push(
        `{"mac":"${device.mac}","at":${times[minute]},"readings":${readingsJson(now)}}\n`,
      )
    })
  return lines.map((own) => {
    const bodies: Buffer[] = []
    for (let from = 0; from < own.length; from += rowsPerRequest)
      bodies.push(Buffer.from(own.slice(from, from + rowsPerRequest).join('')))
    return bodies
  })
}
