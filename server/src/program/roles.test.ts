import { alerts } from '@eot/contract/alerts'
import type { AlertMessage, ReadingsMessage } from '@eot/contract/live'
import mqtt from 'mqtt'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { administrator } from '../../test/child-program.ts'
import { createDevices, createSite, signInAsAdministrator } from '../../test/portal-client.ts'
import { startScriptedBroker } from '../../test/scripted-broker.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createLog } from '../platform/log.ts'
import { parseConfig } from './config.ts'
import { startProgram } from './start-program.ts'

const patience = { timeout: 60_000 }

async function installed() {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return async (environment: Record<string, string>) => {
    const config = parseConfig({
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      SECRET_KEY: '11'.repeat(32),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...environment,
    })
    const program = await startProgram(config, createLog('silent'))
    onTestFinished(program.stop)
    return program
  }
}

async function ask(port: number, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, text: await response.text() }
}

test('a reading received by one process appears live in the portal of another', async () => {
  const start = await installed()
  const serving = await start({ ROLES: 'api,worker' })
  const taking = await start({ ROLES: 'ingest' })
  expect(serving.mqttPort).toBeNull()

  const portal = await signInAsAdministrator(serving.httpPort)
  const site = await createSite(portal, { Name: 'North', TimeZone: 'Europe/Berlin' })
  const [device] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
  if (!device) throw new Error('the device is missing')
  const socket = io(portal.url, { path: '/ws/', auth: { token: portal.token }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  const readings: ReadingsMessage[] = []
  const raised: AlertMessage[] = []
  socket.on('readings', (message: ReadingsMessage) => readings.push(message))
  socket.on('alerts', (message: AlertMessage) => raised.push(message))
  const join = { Action: 'join', SiteId: site.id }
  await socket.emitWithAck('join', { ...join, EventType: 'readings', DeviceId: device.id })
  await socket.emitWithAck('join', { ...join, EventType: 'alerts' })

  const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${taking.mqttPort}`, {
    username: device.mac,
    password: device.key,
  })
  onTestFinished(() => sensor.endAsync())
  const instants = [3, 2, 1].map((seconds) => Date.now() - seconds * 1000)
  for (const at of instants)
    await sensor.publishAsync(`eot/${device.mac}/readings`, JSON.stringify({ at, readings: { vape: 80 } }), {
      qos: 1,
    })

  await vi.waitFor(() => expect(raised.map(({ Event }) => Event)).toEqual(['AlertStarted']), patience)
  await vi.waitFor(() => {
    const told = new Set(readings.flatMap(({ Samples }) => Samples.map(([at]) => at)))
    expect([...told].toSorted()).toEqual(instants)
  }, patience)
  expect((await portal.call(alerts.list)).Total).toBe(1)
})

test('a process without a portal serves only its health and metrics', async () => {
  const start = await installed()
  const { httpPort } = await start({ ROLES: 'ingest' })
  expect(await ask(httpPort, '/health/live')).toMatchObject({ status: 200 })
  expect(await ask(httpPort, '/health/ready')).toMatchObject({ status: 200 })
  expect((await ask(httpPort, '/metrics')).text).toMatch(/^eot_readings_total 0$/m)
  expect(await ask(httpPort, '/api/about')).toMatchObject({ status: 404 })
  expect(await ask(httpPort, '/login')).toMatchObject({ status: 404 })
})

test('a process is not ready while its broker is unreachable', async () => {
  const start = await installed()
  const broker = await startScriptedBroker()
  const { httpPort } = await start({ ROLES: 'ingest', MQTT_URL: broker.url })
  await vi.waitFor(
    async () => expect(await ask(httpPort, '/health/ready')).toMatchObject({ status: 200 }),
    patience,
  )
  broker.refuse()
  await vi.waitFor(async () => {
    const { status, text } = await ask(httpPort, '/health/ready')
    expect([status, text]).toEqual([503, expect.stringContaining('the MQTT broker cannot be reached')])
  }, patience)
})
