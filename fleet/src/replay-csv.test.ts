import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fakeClock } from '../test/fake-clock.ts'
import { type SinkRequest, startSink } from '../test/http-sink.ts'
import { startBroker, type TestBroker } from '../test/test-broker.ts'
import type { Sample } from './kinds.ts'
import { macOf } from './plan-replay.ts'
import { type ReplayOptions, replayFiles } from './replay-csv.ts'

const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const wall = new Date(Date.UTC(2013, 7, 24) + n * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${wall},${400 + ((n * name.length) % 500)},${n % 31}`
  })
const names = ['413', '417', 'hall']
const devices = names.map((name) => ({ name, mac: macOf(name), key: `key of ${name}` }))
const rowsEach = 1_300

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'))
  for (const name of names) {
    const text = ['timestamp,co2,pir', ...rowsOf(name, rowsEach), ...rowsOf(name, 1)].join('\n')
    await writeFile(join(folder, `${name}.csv.gz`), gzipSync(text))
  }
  return () => rm(folder, { recursive: true })
})

const options = (more: Pick<ReplayOptions, 'to'> & Partial<ReplayOptions>): ReplayOptions => ({
  path: folder,
  devices,
  speed: 'max',
  timeZone: 'America/Los_Angeles',
  backoff: { firstMs: 10, mostMs: 50 },
  ...more,
})

async function broker(): Promise<TestBroker> {
  const started = await startBroker(Object.fromEntries(devices.map(({ mac, key }) => [mac, key])))
  onTestFinished(() => started.close())
  return started
}

function samplesAt(at: TestBroker, mac: string): Sample[] {
  return at.received<Sample[]>(mac, 'readings').flat()
}

test('every row of every file is acknowledged over MQTT, in order and as planned', async () => {
  const at = await broker()
  const result = await replayFiles(
    options({ to: { mqttUrl: at.url }, shiftToMs: Date.parse('2026-11-20T10:00:00Z') }),
  )
  expect(result.plan).toMatchObject({ rowsRead: 3 * (rowsEach + 1), distinctRows: 3 * rowsEach })
  expect(result).toMatchObject({ acknowledged: 3 * (rowsEach + 1), messages: 3 * 7, answered: undefined })
  for (const planned of result.plan.devices) {
    expect(samplesAt(at, planned.mac)).toEqual(planned.samples)
    expect(at.received(planned.mac, 'status')[0]).toEqual({ state: 'online', version: '3.4.0', interval: 60 })
  }
  expect(samplesAt(at, macOf('413')).at(-1)?.at).toBe(Date.parse('2026-11-20T10:00:00Z'))
})

test('a broken connection loses no rows', async () => {
  const at = await broker()
  let cuts = 0
  const result = await replayFiles(
    options({
      to: { mqttUrl: at.url },
      onProgress: ({ messages }) => {
        if (messages % 5 !== 0 || cuts >= 3) return
        cuts++
        at.cutEverybodyOff()
      },
    }),
  )
  expect(cuts).toBe(3)
  expect(result.acknowledged).toBe(3 * (rowsEach + 1))
  for (const planned of result.plan.devices) {
    const arrived = new Set(samplesAt(at, planned.mac).map((sample) => JSON.stringify(sample)))
    expect(arrived).toEqual(new Set(planned.samples.map((sample) => JSON.stringify(sample))))
  }
})

test('a device with a rejected key ends the replay with an error that names its MAC address', async () => {
  const at = await broker()
  const wrong = devices.map((device) => ({ ...device, key: 'wrong' }))
  await expect(replayFiles(options({ to: { mqttUrl: at.url }, devices: wrong }))).rejects.toThrow(
    /rejected the key of 02:E0:/,
  )
})

test('a recording without a device of the same name is rejected before anything is sent', async () => {
  const at = await broker()
  const replay = replayFiles(options({ to: { mqttUrl: at.url }, devices: devices.slice(1) }))
  await expect(replay).rejects.toThrow(/no device called 413/)
  expect(at.messages).toEqual([])
})

test('at 60 times the recorded speed a minute takes a second, and no row is sent early', async () => {
  const at = await broker()
  const clock = fakeClock(0)
  const path = join(folder, '413.csv.gz')
  const replay = replayFiles(options({ path, to: { mqttUrl: at.url }, speed: 60, clock }))
  const arrived = () => samplesAt(at, macOf('413')).length
  // Two rows have the first timestamp.
  for (let minute = 0; minute < rowsEach; minute++) {
    await at.until(() => arrived() >= minute + 2)
    expect(arrived()).toBe(minute + 2)
    clock.advance(999)
    expect(arrived()).toBe(minute + 2)
    clock.advance(1)
  }
  // One message per timestamp.
  expect(await replay).toMatchObject({ acknowledged: rowsEach + 1, messages: rowsEach })
})

/** The part of the public API that a replay uses. */
function portal(request: SinkRequest) {
  const body = request.body && request.path !== '/api/ingest/readings' ? JSON.parse(request.body) : undefined
  switch (`${request.method} ${request.path}`) {
    case 'POST /api/auth/login':
      return body.Password === 'right'
        ? { status: 200, body: { AccessToken: 'token' } }
        : { status: 400, body: { ErrorCode: 'invalid_credentials', ErrorDetail: 'Invalid credentials' } }
    case 'GET /api/sites/me/path':
      return { status: 200, body: { siteId: 'root', name: 'Root', parentSites: [], subSites: [] } }
    case 'POST /api/sites':
      return { status: 201, body: { Id: `site in ${body.ParentSite}` } }
    case 'POST /api/devices':
      return { status: 201, body: { Id: body.Name, Mac: body.Mac, DeviceKey: `key of ${body.Name}` } }
    case 'POST /api/ingest/readings': {
      const samples: Sample[] = JSON.parse(request.body)
      const Rejected = samples.flatMap(({ readings }, Index) =>
        readings.ECO2 === 402 ? [{ Index, Reason: 'out of range' }] : [],
      )
      return { status: 202, body: { Accepted: samples.length - Rejected.length, Duplicates: 0, Rejected } }
    }
    default:
      return { status: 404 }
  }
}

test('given an account, a replay creates a site with a device for each file and sends the rows over HTTP', async () => {
  const at = await startSink(portal)
  const account = { portalUrl: at.url, email: 'a@b.example', password: 'right', siteName: 'Building' }
  const result = await replayFiles(options({ to: { portalUrl: at.url }, devices: account }))

  expect(result.siteId).toBe('site in root')
  const bodies = (path: string) =>
    at.requests.filter((one) => one.path === path && one.body).map(({ body }) => JSON.parse(body))
  expect(bodies('/api/sites')).toEqual([
    { Name: 'Building', TimeZone: 'America/Los_Angeles', ParentSite: 'root' },
  ])
  expect(bodies('/api/devices')).toEqual(
    names.map((name) => ({ Name: name, Mac: macOf(name), SiteId: 'site in root' })),
  )
  const sent = at.requests.filter(({ path }) => path === '/api/ingest/readings')
  const authorized = (name: string) =>
    `Basic ${Buffer.from(`${macOf(name)}:key of ${name}`).toString('base64')}`
  expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(new Set(names.map(authorized)))

  const { answered, acknowledged, messages } = result
  expect(messages).toBe(sent.length)
  expect(answered?.rejected.length).toBeGreaterThan(0)
  expect((answered?.accepted ?? 0) + (answered?.rejected.length ?? 0)).toBe(acknowledged)
  const wrong = answered?.rejected[0]
  const planned = result.plan.devices.find(({ name }) => name === wrong?.name)
  expect(planned?.samples.find(({ at: atMs }) => atMs === wrong?.at)?.readings.ECO2).toBe(402)
})

test("a failed sign-in reports the portal's error", async () => {
  const at = await startSink(portal)
  const account = { portalUrl: at.url, email: 'a@b.example', password: 'wrong', siteName: 'Building' }
  const replay = replayFiles(options({ to: { portalUrl: at.url }, devices: account }))
  await expect(replay).rejects.toThrow('POST /api/auth/login: 400 Invalid credentials')
})
