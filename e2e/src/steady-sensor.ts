import { connectAsync } from 'mqtt'

export interface SteadySensor {
  /** Instants of the samples that were acknowledged, in epoch ms. */
  readonly acknowledged: readonly number[]
  /** Sends no more; resolves when everything sent is acknowledged, if somebody answers. */
  finish(): Promise<void>
  /** Gives up on what is not acknowledged yet. */
  abandon(): Promise<void>
}

const underWay = 20

/** A device that reports without pause, keeps what is not acknowledged, and connects again when it has to. */
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
    // A portal whose database is away answers that it is unavailable.
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined) // it tries again
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
