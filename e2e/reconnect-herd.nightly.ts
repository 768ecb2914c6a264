import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createLog } from '@eot/server/platform/log'
import { launchProgram, residentBytes } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import type { HerdAnswer, HerdOrder } from './src/device-herd.ts'
import { pause } from './src/laden-program.ts'
import { raiseOpenFiles } from './src/open-files.ts'
import { requestPlainly } from './src/plain-request.ts'
import { startSteadySensor } from './src/steady-sensor.ts'

const wanted = Number(process.env.DEVICES ?? 50_000)
const withinSeconds = 10
const otherFiles = 1000
const count = Math.min(wanted, raiseOpenFiles(2 * wanted + otherFiles) / 2 - otherFiles)
const script = fileURLToPath(new URL('./src/device-herd.ts', import.meta.url))

test(`${count} devices that connect within ${withinSeconds} s are all acknowledged, and those connected before go on`, async () => {
  if (count < wanted) tell(`only ${count} of ${wanted} devices: the limit of open files allows no more`)
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const environment = {
    DATABASE_URL: database.url,
    MQTT_CONNECTIONS: `${count + 100}`,
    HTTP_CONNECTIONS: '500',
  }
  const program = launchProgram({ dataDir: join(directory, 'program'), environment })
  onTestFinished(async () => void (await program.stop()))
  const { http, mqtt } = await program.ready
  const portal = await signInAsAdministrator(http)
  const site = await createSite(portal, { Name: 'Herd', TimeZone: 'Europe/Berlin' })
  const [steady] = await createDevices(portal, site.id, { count: 1, firstMac: 1 })
  if (!steady) throw new Error('no device was created')
  const pool = createTestPool(database.url, { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  // In SQL, since the API would take an hour.
  const { rows: devices } = await pool.query<{ mac: string; key: string }>(
    `insert into device (id, mac, name, model_id, site_id, key_hash)
     select gen_random_uuid(), upper(regexp_replace('d0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')), 'Room ' || n,
       (select id from device_model order by id limit 1), $1, sha256(convert_to('key ' || n, 'utf8'))
     from generate_series(1, $2::int) n returning mac, 'key ' || (right(replace(mac, ':', ''), 10)) as key`,
    [site.id, count],
  )
  for (const device of devices) device.key = `key ${Number.parseInt(device.key.slice(4), 16)}`
  await pool.query('vacuum (analyze) device')
  const file = join(directory, 'devices.json')
  await writeFile(file, JSON.stringify(devices))

  const sensor = await startSteadySensor(`mqtt://127.0.0.1:${mqtt}`, steady)
  await expect.poll(() => sensor.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(100)
  const herd = spawn(process.execPath, [script, `${mqtt}`, `${withinSeconds}`, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void herd.kill())
  const answers = createInterface(herd.stdout)
  const order = async (what: HerdOrder): Promise<HerdAnswer> => {
    const answered = once(answers, 'line')
    herd.stdin.write(`${what}\n`)
    return JSON.parse(String((await answered)[0])) as HerdAnswer // by device-herd.ts
  }

  /** Gives the order, and asks meanwhile as a user and as a device that has been connected all the time. */
  const during = async (what: HerdOrder) => {
    const ordered = order(what)
    let isDone = false
    void ordered.then(() => {
      isDone = true
    })
    const statuses = new Map<number, number>()
    const times: number[] = []
    let [acknowledged, longestGapMs, lastAt] = [sensor.acknowledged.length, 0, performance.now()]
    const first = acknowledged
    let askAt = 0
    while (!isDone) {
      await pause(20)
      const now = performance.now()
      if (sensor.acknowledged.length > acknowledged) lastAt = now
      acknowledged = sensor.acknowledged.length
      longestGapMs = Math.max(longestGapMs, now - lastAt)
      if (now < askAt) continue
      askAt = now + 500
      const headers = { authorization: `Bearer ${portal.token}` }
      void requestPlainly({ port: http, path: '/api/users/me', headers }).then(({ status, tookMs }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        times.push(tookMs)
      })
    }
    const { tookMs, retries } = await ordered
    tell(
      `${what}: ${tookMs} ms, ${retries} retries; the connected device: ${acknowledged - first} acknowledged, longest gap ${Math.round(longestGapMs)} ms; requests: ${JSON.stringify([...statuses])}, slowest ${Math.round(Math.max(0, ...times))} ms; ${Math.round(residentBytes(program.pid) / 2 ** 20)} MB`,
    )
    return { statuses, acknowledged: acknowledged - first }
  }
  const storedReadings = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from reading r join device d on d.no = r.device_no where d.mac <> $1`,
      [steady.mac],
    )
    return rows[0]?.count
  }
  const onlineDevices = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from device_state s join device d on d.no = s.device_no where s.online and d.mac <> $1`,
      [steady.mac],
    )
    return rows[0]?.count
  }

  for (const times of [1, 2]) {
    const { statuses, acknowledged } = await during('connect')
    expect(acknowledged).toBeGreaterThan(0)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // A reading whose acknowledgment was lost was sent again with another time.
    expect(await storedReadings()).toBeGreaterThanOrEqual(times * count)
    expect(await onlineDevices()).toBe(count)
    if (times === 2) break
    await during('cut')
    // By their last wills.
    await expect.poll(onlineDevices, { timeout: 120_000 }).toBe(0)
  }
  await sensor.finish()
  const alerts = await pool.query('select type_key from alert where device_id = $1', [steady.id])
  expect(alerts.rows).toEqual([])
  expect(program.hasEnded).toBe(false)
})
