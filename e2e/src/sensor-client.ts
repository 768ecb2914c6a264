import { connectAsync } from 'mqtt'

export interface SensorClient {
  /** Resolves when the portal has acknowledged the samples. */
  publish(samples: object | readonly object[]): Promise<void>
  close(): Promise<void>
}

/** A device as anybody could write one: a plain MQTT client with the address and key from the screen. */
export async function connectSensor(
  mqttUrl: string,
  { mac, key }: { mac: string; key: string },
): Promise<SensorClient> {
  const client = await connectAsync(mqttUrl, {
    clientId: mac.replaceAll(':', ''),
    username: mac,
    password: key,
    protocolVersion: 4,
  })
  return {
    async publish(samples) {
      await client.publishAsync(`eot/${mac}/readings`, JSON.stringify(samples), { qos: 1 })
    },
    close: () => client.endAsync(),
  }
}
