import type { PortalDevice } from '@eot/server/test/portal-client'
import { MqttDevice } from './mqtt-device.ts'
import { quantile } from './statistics.ts'

const probeEveryMs = 20

export interface Probe {
  /** The longest time that an acknowledgment has taken, in ms. */
  readonly longestMs: number
  readonly acknowledged: number
  /** p99 of the acknowledgments since the last call, in ms. */
  takeP99(): number
  /** Stops when the last reading has been acknowledged too. */
  stop(): Promise<void>
}

/** Lets a device report every 20 ms, one reading at a time, so that each acknowledgment belongs to the last one. */
export async function openProbe(mqttPort: number, device: PortalDevice): Promise<Probe> {
  let sentAt = 0
  let longestMs = 0
  let recent: number[] = []
  const probe = await MqttDevice.open(mqttPort, device, () => {
    const ms = performance.now() - sentAt
    longestMs = Math.max(longestMs, ms)
    recent.push(ms)
  })
  const reports = setInterval(() => {
    if (probe.inFlight > 0) return
    sentAt = performance.now()
    probe.publish('{"readings":{"temperature":21}}')
    probe.flush()
  }, probeEveryMs)
  return {
    get longestMs() {
      return longestMs
    },
    get acknowledged() {
      return probe.acknowledged
    },
    takeP99() {
      const p99 = quantile(recent, 0.99)
      recent = []
      return p99
    },
    async stop() {
      clearInterval(reports)
      while (probe.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
      probe.close()
    },
  }
}
