import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type IConnectPacket } from 'mqtt-packet'
import { afterAll, onTestFinished } from 'vitest'
import { type MqttBroker, startBroker } from '../src/features/ingest/index.ts'
import { createLog } from '../src/platform/log.ts'
import type { MadeDevice } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Settings = Parameters<typeof startBroker>[1]

/** Starts the embedded broker on a free port. Use one per test file. */
export async function testBroker(
  { ingest }: Pick<TestApp, 'ingest'>,
  settings: Partial<Settings> = {},
): Promise<MqttBroker> {
  const broker = await startBroker(ingest.intake, {
    port: 0,
    host: '127.0.0.1',
    log: createLog(process.env.LOG_LEVEL ?? 'silent'),
    limits: { perAddress: 1000, total: 10_000 },
    ...settings,
  })
  afterAll(broker.close)
  return broker
}

/** Connects as a device, without automatic reconnects. Rejects if the broker refuses the connection. */
export async function connectDevice(
  url: string,
  device: Pick<MadeDevice, 'mac' | 'key'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect(url, {
    username: device.mac,
    password: device.key,
    reconnectPeriod: 0,
    ...options,
  })
  onTestFinished(() => void client.end(true))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('the connection was closed')))
  })
  client.on('error', () => undefined) // many of these tests expect lost connections
  return client
}

/** Encodes the CONNECT packet of a device, for tests that write to a socket themselves. */
export const connectPacket = (
  { mac, key }: Pick<MadeDevice, 'mac' | 'key'>,
  more: Partial<IConnectPacket> = {},
): Buffer =>
  generate({
    cmd: 'connect',
    clientId: 'any',
    username: mac,
    password: Buffer.from(key),
    clean: true,
    ...more,
  })

export const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()))
