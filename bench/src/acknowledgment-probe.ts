import type { PortalDevice } from '@eot/server/test/portal-client'
import { MqttDevice } from './mqtt-device.ts'

const probeEveryMs = 20

export interface Probe {
  /** How long an acknowledgment has taken at most, in ms. */
  readonly longestMs: number
  readonly acknowledged: number
  /** Stops when the last reading has been acknowledged too. */
  stop(): Promise<void>
}

/** Lets a device report every 20 ms, one reading at a time, so that each acknowledgment belongs to the last one. */
export async function openProbe(mqttPort: number, device: PortalDevice): Promise<Probe> {
  let sentAt = 0
  let longestMs = 0
  const probe = await MqttDevice.open(mqttPort, device, () => {
    longestMs = Math.max(longestMs, performance.now() - sentAt)
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
    async stop() {
      clearInterval(reports)
      while (probe.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
      probe.close()
    },
  }
}
