import { connectAsync } from 'mqtt'
import { mediatorAt } from './processes/portal-on-processes.ts'

export interface SensorClient {
  /** Resolves when the portal has acknowledged the samples. */
  publish(samples: object | readonly object[]): Promise<void>
  publishStatus(status: object): Promise<void>
  /** Subscribes to the commands and resolves with the next one. */
  nextCommand(): Promise<{ command: string; id: string }>
  /** Publishes to the events topic, such as the answer to a command. */
  say(message: object): Promise<void>
  close(): Promise<void>
}

/** A device as a plain MQTT client, with the address and key shown in the portal. */
export async function connectSensor(
  mqttUrl: string,
  device: { mac: string; key: string },
): Promise<SensorClient> {
  const mediator = mediatorAt(mqttUrl)
  const { mac, key } = (await mediator?.admit(device)) ?? device
  const client = await connectAsync(mqttUrl, {
    clientId: mac.replaceAll(/[:-]/g, ''),
    username: mac,
    password: key,
    protocolVersion: 4,
  })
  const send = async (topic: string, message: object) => {
    await client.publishAsync(`eot/${mac}/${topic}`, JSON.stringify(message), { qos: 1 })
  }
  return {
    async publish(samples) {
      const publish = () => send('readings', samples)
      await (mediator ? mediator.deliver(device, publish) : publish())
    },
    publishStatus: (status) => send('status', status),
    async nextCommand() {
      const received = new Promise<string>((resolve) =>
        client.once('message', (_topic, payload) => resolve(String(payload))),
      )
      await client.subscribeAsync(`eot/${mac}/commands`, { qos: 1 })
      // The broker does not tell the portal that a device has subscribed.
      if (mediator) await send('status', { state: 'online' })
      return JSON.parse(await received)
    },
    say: (message) => send('events', message),
    close: () => client.endAsync(),
  }
}
