import { once } from 'node:events'
import { createServer } from 'node:net'
import { refusedPort } from '@eot/server/platform/refused-port'
import type { Config } from '@eot/server/program/config'

/** Throws StartRefused over a port that is taken, before somebody has waited for what could not start in the end. */
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
