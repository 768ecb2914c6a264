import { connectAsync } from 'mqtt'

export interface SteadySensor {
  /** Timestamps of acknowledged samples, in epoch ms. */
  readonly acknowledged: readonly number[]
  /** Stops sending; resolves when everything sent is acknowledged. */
  finish(): Promise<void>
  /** Drops samples that are not acknowledged yet. */
  abandon(): Promise<void>
}

const underWay = 20

/** A device that reports continuously, keeps unacknowledged samples, and reconnects when needed. */
export async function startSteadySensor(
  mqttUrl: string,
  { mac, key }: { mac: string; key: string },
): Promise<SteadySensor> {
  const client = await connectAsync(mqttUrl, {
    clientId: mac.replaceAll(':', ''),
    username: mac,
    password: key,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 100,
    // Without its database, the portal refuses connections as unavailable.
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined) // it reconnects
  const acknowledged: number[] = []
  let at = Date.now() - 600_000
  let isOver = false
  const report = async () => {
    while (!isOver) {
      const sample = { at: ++at, readings: { temperature: 21.4 } }
      await client.publishAsync(`eot/${mac}/readings`, JSON.stringify(sample), { qos: 1 })
      acknowledged.push(sample.at)
    }
  }
  const reports = Promise.allSettled(Array.from({ length: underWay }, report))
  return {
    acknowledged,
    async finish() {
      isOver = true
      await reports
      await client.endAsync()
    },
    async abandon() {
      isOver = true
      await client.endAsync(true)
    },
  }
}
