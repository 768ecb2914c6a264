import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@eot/server/platform/log'
import { launchProgram, residentBytes } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import type { HerdOrder } from './src/device-herd.ts'
import { startHerds } from './src/herds.ts'
import { pause } from './src/laden-program.ts'
import { makeDevices } from './src/made-devices.ts'
import { raiseOpenFiles } from './src/open-files.ts'
import { requestPlainly } from './src/plain-request.ts'
import { startSteadySensor } from './src/steady-sensor.ts'

const count = Number(process.env.DEVICES ?? 50_000)
const withinSeconds = 10
const otherFiles = 1000
/** One process may hold only so many connections, so more devices than that share several. */
const processes = Math.ceil(count / (raiseOpenFiles(count + otherFiles) - otherFiles))
const each = Math.ceil(count / processes)
const askEveryMs = 500
const patience = { timeout: 300_000, interval: 500 }

test(`${count} devices that connect to ${processes} processes within ${withinSeconds} s are all acknowledged, and those connected before go on`, async () => {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: '07'.repeat(32),
    MQTT_CONNECTIONS: `${each + 100}`,
    HTTP_CONNECTIONS: '500',
  }
  const launch = (n: number) => {
    const program = launchProgram({
      dataDir: join(directory, `program ${n}`),
      environment: { ...environment, ...(n > 0 && { ROLES: 'ingest' }) },
    })
    onTestFinished(async () => void (await program.stop()))
    return program
  }
  const first = launch(0)
  await first.ready
  const programs = [first, ...Array.from({ length: processes - 1 }, (_, n) => launch(n + 1))]
  const ports = await Promise.all(programs.map(({ ready }) => ready))
  const [{ http = 0, mqtt = 0 } = {}] = ports
  const portal = await signInAsAdministrator(http)
  const site = await createSite(portal, { Name: 'Herd', TimeZone: 'Europe/Berlin' })
  const [steady] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
  if (!steady) throw new Error('no device was created')
  const pool = createTestPool(database.url, { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const devices = await makeDevices(pool, site.id, count)
  const herds = await startHerds(
    ports.map((one, n) => ({
      port: one.mqtt,
      devices: devices.slice(n * each, (n + 1) * each),
      file: join(directory, `devices ${n}.json`),
    })),
    withinSeconds,
  )
  const sensor = await startSteadySensor(`mqtt://127.0.0.1:${mqtt}`, steady)
  await expect.poll(() => sensor.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(100)

  /** Gives the order, and asks meanwhile as a user and as a device that has been connected all the time. */
  const during = async (what: HerdOrder) => {
    // Again each time, since an access token lasts for ten minutes.
    const { token } = await signInAsAdministrator(http)
    let isDone = false
    const ordered = herds.order(what).finally(() => {
      isDone = true
    })
    const statuses = new Map<number, number>()
    const times: number[] = []
    const before = sensor.acknowledged.length
    let [acknowledged, longestGapMs, lastAt, askAt] = [before, 0, performance.now(), 0]
    const asked: Promise<void>[] = []
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const { status, tookMs } = await requestPlainly({ port: http, path: '/api/users/me', headers })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      times.push(tookMs)
    }
    while (!isDone) {
      await pause(20)
      const now = performance.now()
      if (sensor.acknowledged.length > acknowledged) lastAt = now
      acknowledged = sensor.acknowledged.length
      longestGapMs = Math.max(longestGapMs, now - lastAt)
      if (now < askAt) continue
      askAt = now + askEveryMs
      asked.push(ask())
    }
    await Promise.all(asked)
    const { tookMs, retries } = await ordered
    const megabytes = programs.map(({ pid }) => Math.round(residentBytes(pid) / 2 ** 20))
    tell(
      `${what}: ${tookMs} ms, ${retries} retries; the connected device: ${acknowledged - before} acknowledged, longest gap ${Math.round(longestGapMs)} ms; requests: ${JSON.stringify([...statuses])}, slowest ${Math.round(Math.max(0, ...times))} ms; ${megabytes} MB`,
    )
    return { statuses: [...statuses.keys()], acknowledged: acknowledged - before }
  }
  const countOf = async (text: string) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from ${text} join device d on d.no = device_no where d.mac <> $1`,
      [steady.mac],
    )
    return rows[0]?.count
  }
  const online = () => countOf('(select * from device_state where online) s')

  for (const round of [1, 2]) {
    const { statuses, acknowledged } = await during('connect')
    expect(acknowledged).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    // Whoever did not get the acknowledgment reported again, at another time.
    expect(await countOf('reading r')).toBeGreaterThanOrEqual(round * count)
    await expect.poll(online, patience).toBe(count)
    if (round === 2) break
    await during('cut')
    // By their last wills.
    await expect.poll(online, patience).toBe(0)
  }
  await sensor.finish()
  const alerts = await pool.query('select type_key from alert where device_id = $1', [steady.id])
  expect(alerts.rows).toEqual([])
  expect(programs.filter(({ hasEnded }) => hasEnded)).toEqual([])
})
