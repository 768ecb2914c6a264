import { once } from 'node:events'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { MqttDevice } from './mqtt-device.ts'
import { readingsJson, SensorWalk } from './sensor-walk.ts'

/** Many devices in this process, which send readings encoded in advance. */
export interface Swarm {
  acknowledged(): number
  sent(): number
  /**
   * Sends as fast as the broker acknowledges: each device keeps `inFlight` messages in flight for `seconds`. Returns
   * acknowledgments per second.
   */
  pushFor(seconds: number, inFlight: number): Promise<number>
  /** Sends at a steady rate, cycling through the devices, regardless of acknowledgments. */
  pace(perSecond: number): { stop(): void }
  /** Resolves when everything sent is acknowledged. */
  settle(): Promise<void>
  close(): void
}

const readingsAhead = 2000
const openAtOnce = 50
const tickMs = 5
/** How long ago the first reading of `pushFor` was, and how far apart the readings of a device are. */
interface ReadingTimes {
  agoMs: number
  stepMs: number
}
/** Devices that catch up on a backlog with a report every 5 s. */
const backlog: ReadingTimes = { agoMs: 6 * 86_400_000, stepMs: 5000 }
/** Devices that report as fast as they can, in the present hour. */
export const present: ReadingTimes = { agoMs: 0, stepMs: 1 }

export async function openSwarm(
  port: number,
  devices: readonly PortalDevice[],
  { agoMs, stepMs } = backlog,
): Promise<Swarm> {
  const readings = prepareReadings()
  const events = new EventTarget()
  let window = 0
  let prepared = 0

  const publish = (device: MqttDevice, at: number) => {
    prepared = (prepared + 1) % readingsAhead
    device.at = at
    device.publish(`{"at":${at},"readings":${readings[prepared]}}`)
  }
  const fill = (device: MqttDevice) => {
    for (let room = window - device.inFlight; room > 0; room -= 1) publish(device, device.at + stepMs)
    device.flush()
  }
  const onAcknowledged = (device: MqttDevice) => {
    if (window > 0) fill(device)
    else if (device.inFlight === 0) events.dispatchEvent(new Event('settled'))
  }

  const members: MqttDevice[] = []
  for (let from = 0; from < devices.length; from += openAtOnce) {
    const part = devices.slice(from, from + openAtOnce)
    members.push(...(await Promise.all(part.map((device) => MqttDevice.open(port, device, onAcknowledged)))))
  }
  const sum = (pick: (device: MqttDevice) => number) => members.reduce((total, one) => total + pick(one), 0)

  const swarm: Swarm = {
    acknowledged: () => sum((device) => device.acknowledged),
    sent: () => sum((device) => device.sent),

    async pushFor(seconds, inFlight) {
      for (const device of members) if (device.at === 0) device.at = Date.now() - agoMs
      const before = swarm.acknowledged()
      const startedAt = performance.now()
      window = inFlight
      for (const device of members) fill(device)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      const rate = (swarm.acknowledged() - before) / ((performance.now() - startedAt) / 1000)
      window = 0
      await swarm.settle()
      return rate
    },

    pace(perSecond) {
      const startedAt = performance.now()
      let count = 0
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
        const now = Date.now()
        for (; count < due; count += 1) {
          const device = members[count % members.length]
          if (!device) continue
          // Timestamps must be distinct, even when several messages are due after a pause.
          publish(device, Math.max(device.at + 1, now))
          device.flush()
        }
      }, tickMs)
      return { stop: () => clearInterval(timer) }
    },

    async settle() {
      while (sum((device) => device.inFlight) > 0) await once(events, 'settled')
    },

    close() {
      for (const device of members) device.close()
    },
  }
  return swarm
}

function prepareReadings(): string[] {
  const walk = new SensorWalk(4242)
  return Array.from({ length: readingsAhead }, () => readingsJson(walk.next()))
}
