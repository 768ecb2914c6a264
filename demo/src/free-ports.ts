import { once } from 'node:events'
import { createServer } from 'node:net'
import { refusedPort } from '@eot/server/platform/refused-port'
import type { Config } from '@eot/server/program/config'

/** Throws StartRefused if a port is in use, so that the start fails at once and not after the demo has been created. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { roles, host, port, mqttPort, mqttTlsPort, mqttUrl, tlsCertFile } = config
  if (roles.includes('api')) await tryPort(port, host, 'PORT')
  if (!roles.includes('ingest') || mqttUrl) return
  await tryPort(mqttPort, host, 'MQTT_PORT')
  if (tlsCertFile) await tryPort(mqttTlsPort, host, 'MQTT_TLS_PORT')
}

async function tryPort(port: number, host: string, setting: string): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw refusedPort(error, port, setting)
  }
  server.close()
  await once(server, 'close')
}
