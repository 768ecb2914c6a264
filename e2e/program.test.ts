import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import type { ChildProgram } from '@eot/server/test/child-program'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { rare } from './src/rare.ts'
import { type Installation, installProgram } from './src/started-program.ts'
import { type SteadySensor, startSteadySensor } from './src/steady-sensor.ts'

const administrator = { email: 'root@example.org', password: 'the root of all sites' }

async function ask(place: Installation, path: string) {
  const response = await fetch(`http://127.0.0.1:${place.ports.http}${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Output and exit code of a start that must fail. */
async function refusalOf(program: ChildProgram): Promise<{ code: number | null; said: string }> {
  await expect(program.ready).rejects.toThrow('ended')
  return { code: (await program.ended).code, said: program.said.join('\n') }
}

async function reportTo(place: Installation): Promise<{ sensor: SteadySensor; gatewayToken: string }> {
  const url = `http://127.0.0.1:${place.ports.http}`
  const api = await signInToApi(url, administrator)
  const { Id } = await api(sites.create, { body: { Name: 'North Hall' } })
  const { Token } = await api(sites.createGatewayToken, { params: { id: Id }, body: { Name: 'Gateway' } })
  const register = (Mac: string) => api(devices.create, { body: { Name: Mac, Mac, SiteId: Id } })
  await register('A4:CF:12:00:00:02')
  const { Mac, DeviceKey } = await register('A4:CF:12:00:00:01')
  const sensor = await startSteadySensor(`mqtt://127.0.0.1:${place.ports.mqtt}`, { mac: Mac, key: DeviceKey })
  onTestFinished(() => sensor.abandon())
  return { sensor, gatewayToken: Token }
}

const isReporting = (sensor: SteadySensor, more = 50) => {
  const wanted = sensor.acknowledged.length + more
  return expect.poll(() => sensor.acknowledged.length).toBeGreaterThan(wanted)
}

/** Expects that everything acknowledged is stored exactly once. */
function expectKept(stored: number[], acknowledged: readonly number[]) {
  expect(new Set(stored).size).toBe(stored.length)
  const known = new Set(stored)
  expect(acknowledged.filter((at) => !known.has(at))).toEqual([])
}

describe('a first start', () => {
  test('prints the address and the sign-in once; then health and metrics are available', async () => {
    const place = await installProgram()
    const first = place.start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    await first.ready
    const line = /^first sign-in: (\S+) with the password (\S+)$/
    const [, email = '', password = ''] = first.said.map((one) => line.exec(one)).find(Boolean) ?? []
    await signInToApi(`http://127.0.0.1:${place.ports.http}`, { email, password })
    expect(first.said).toContain(`ready http://localhost:${place.ports.http}`)

    expect(await ask(place, '/health/live')).toMatchObject({ status: 200 })
    expect(await ask(place, '/health/ready')).toMatchObject({ status: 200 })
    const metrics = await ask(place, '/metrics')
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(metrics.text).toMatch(/^eot_readings_total 0$/m)
    expect(await first.stop()).toBe(0)

    const second = place.start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    await second.ready
    expect(second.said.filter((one) => one.includes('sign-in'))).toEqual([])
  })

  test('with invalid settings exits with the name of each and the expected value', async () => {
    const place = await installProgram()
    const { code, said } = await refusalOf(
      place.start({ PORT: 'eighty', RAW_DAYS: '0', SECRET_KEY: 'too short', ROLES: 'api,cook' }),
    )
    expect(code).toBe(1)
    expect(said).toContain('PORT is "eighty", expected a port number from 0 to 65535')
    expect(said).toMatch(/RAW_DAYS is "0", expected/)
    expect(said).toMatch(/ROLES is "api,cook", expected/)
    expect(said).toMatch(/SECRET_KEY is wrong, expected/)
    expect(said).not.toContain('too short')
  })
})

describe('a start is refused', () => {
  rare('on a data directory in use by another program, which is not affected', async () => {
    const place = await installProgram()
    await place.start().ready
    const { code, said } = await refusalOf(place.start({ PORT: '0', MQTT_PORT: '0' }))
    expect(code).toBe(1)
    expect(said).toMatch(/data directory \S+ is in use by the program with pid \d+; .*DATA_DIR/)
    expect(await ask(place, '/health/ready')).toMatchObject({ status: 200 })
  })

  rare.each([
    ['PORT', 'http'],
    ['MQTT_PORT', 'mqtt'],
  ] as const)('on a port in use, naming the port and %s', async (setting, kind) => {
    const place = await installProgram()
    const other = createServer().listen(place.ports[kind], '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { code, said } = await refusalOf(place.start())
    expect(code).toBe(1)
    expect(said).toContain(`port ${place.ports[kind]} is in use; set ${setting} to another`)
  })
})

test('SIGTERM lets requests and messages in flight finish, keeps acknowledged data, and exits 0', async () => {
  const place = await installProgram()
  const program = place.start()
  await program.ready
  const { sensor, gatewayToken } = await reportTo(place)
  await isReporting(sensor)

  const lines = Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({ mac: 'A4:CF:12:00:00:02', at: Date.now() - 60_000 + index, readings: { humidity: 40 } }),
  )
  const bulk = request({
    port: place.ports.http,
    path: '/api/ingest/bulk',
    method: 'POST',
    headers: {
      authorization: `Bearer ${gatewayToken}`,
      'content-type': 'application/x-ndjson',
      expect: '100-continue',
    },
  })
  bulk.flushHeaders()
  await once(bulk, 'continue')
  bulk.write(`${lines.slice(0, 1000).join('\n')}\n`)
  const code = program.stop()
  await expect
    .poll(() =>
      ask(place, '/health/ready').then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .not.toBe(200)
  bulk.end(lines.slice(1000).join('\n'))
  const [answer] = await once(bulk, 'response')
  expect(answer.statusCode).toBe(202)

  expect(await code).toBe(0)
  expect(program.said.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const acknowledged = [...sensor.acknowledged]
  const stored = await place.storedInstants()
  expectKept(stored, acknowledged)
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged.length + lines.length)
})

rare(
  'after kill -9 the next start recovers automatically, and the device continues without loss',
  async () => {
    const place = await installProgram()
    const killed = place.start()
    await killed.ready
    const { sensor } = await reportTo(place)
    await isReporting(sensor)
    await killed.kill()
    const next = place.start()
    await next.ready
    await isReporting(sensor)
    await sensor.finish()
    expect(await next.stop()).toBe(0)
    const stored = await place.storedInstants()
    expectKept(stored, sensor.acknowledged)
    expect(stored).toHaveLength(sensor.acknowledged.length)
  },
)

rare(
  'while PostgreSQL is down requests get a retryable error; it is restarted, and no acknowledged data is lost',
  async () => {
    const place = await installProgram()
    const program = place.start({ LOG_LEVEL: 'silent' })
    await program.ready
    const { sensor } = await reportTo(place)
    await isReporting(sensor)
    const seen = new Map<number, string | null>()
    let isOver = false
    onTestFinished(() => {
      isOver = true
    })
    const caller = (async () => {
      while (!isOver) {
        const { status, headers } = await ask(place, '/health/ready')
        seen.set(status, headers.get('retry-after'))
      }
    })()
    caller.catch(() => undefined) // asserted below
    process.kill(await place.postmasterPid(), 'SIGKILL')
    await expect.poll(() => [...seen.keys()]).toContain(503)
    await isReporting(sensor)
    await expect.poll(async () => (await ask(place, '/health/ready')).status).toBe(200)
    isOver = true
    await caller
    expect(Object.fromEntries(seen)).toEqual({ 200: null, 503: '2' })
    await sensor.finish()
    expect(await program.stop()).toBe(0)
    const stored = await place.storedInstants()
    expectKept(stored, sensor.acknowledged)
    expect(stored).toHaveLength(sensor.acknowledged.length)
  },
)
