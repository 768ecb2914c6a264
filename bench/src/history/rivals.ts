import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceMinutes } from './recorded-minutes.ts'

/** A time series database that stores the same values and answers the same queries. */
export interface Rival {
  name: string
  store(part: DeviceMinutes): Promise<void>
  /** Stores rows of InfluxDB's line protocol, with times in ms. */
  storeLines(body: Buffer): Promise<void>
  /** Called once everything is stored. */
  flush(): Promise<void>
  /** URL to read all kinds of a device, by minute; times in epoch ms. */
  oneDevice(id: string, from: number, to: number): string
  /** URL to read the temperature of all devices, by hour. */
  allDevices(from: number, to: number): string
  /** URL to read the newest temperature of each device. */
  latest(): string
  stop(): Promise<void>
}

interface Place {
  port: number
  directory: string
}

interface Kind {
  command: string
  args(place: Place): Promise<string[]>
  open(url: string): Promise<Omit<Rival, 'name' | 'stop'>>
}

/** Starts those that are installed. Debian has packages for both, `victoria-metrics` and `influxdb`. */
export async function startRivals(): Promise<Rival[]> {
  const found = Object.entries({ VictoriaMetrics: victoriaMetrics, InfluxDB: influx }).filter(
    ([, { command }]) => isInstalled(command),
  )
  return Promise.all(found.map(([name, kind]) => start(name, kind)))
}

async function start(name: string, kind: Kind): Promise<Rival> {
  const place = {
    port: await freePort(),
    directory: await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'eot-rival-')),
  }
  const child = spawn(kind.command, await kind.args(place), { stdio: 'ignore', cwd: place.directory })
  const url = `http://127.0.0.1:${place.port}`
  await untilHealthy(url, child)
  return {
    name,
    ...(await kind.open(url)),
    async stop() {
      child.kill('SIGKILL')
      await rm(place.directory, { recursive: true })
    },
  }
}

const victoriaMetrics: Kind = {
  command: 'victoria-metrics',
  args: async ({ port, directory }) => [
    `-storageDataPath=${directory}`,
    `-httpListenAddr=127.0.0.1:${port}`,
    '-retentionPeriod=5y',
    '-search.maxUniqueTimeseries=1000000',
  ],
  async open(url) {
    const query = (path: string, given: Record<string, string>) =>
      `${url}/api/v1/${path}?${new URLSearchParams({ ...given, nocache: '1' })}`
    const between = (from: number, to: number) => ({ start: String(from / 1000), end: String(to / 1000 - 1) })
    return {
      store: ({ device, times, values }) =>
        send(
          `${url}/api/v1/import`,
          Object.entries(values)
            .map(([__name__, own]) =>
              JSON.stringify({ metric: { __name__, device: device.id }, timestamps: times, values: own }),
            )
            .join('\n'),
        ),
      storeLines: (body) => send(`${url}/write?precision=ms`, body),
      flush: async () => void (await fetch(`${url}/internal/force_flush`)),
      oneDevice: (id, from, to) =>
        query('query_range', { query: `{device="${id}"}`, step: '60s', ...between(from, to) }),
      allDevices: (from, to) =>
        query('query_range', {
          query: 'avg_over_time(temperature[1h])',
          step: '3600s',
          ...between(from, to),
        }),
      latest: () => query('query', { query: 'last_over_time(temperature[10d])' }),
    }
  },
}

const influx: Kind = {
  command: 'influxd',
  async args({ port, directory }) {
    const config = join(directory, 'influxdb.conf')
    await writeFile(
      config,
      `bind-address = "127.0.0.1:0"
reporting-disabled = true
[meta]
  dir = "${directory}/meta"
[data]
  dir = "${directory}/data"
  wal-dir = "${directory}/wal"
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
`,
    )
    return ['-config', config]
  },
  async open(url) {
    const query = (q: string) => `${url}/query?${new URLSearchParams({ db: 'bench', epoch: 'ms', q })}`
    await send(`${url}/query?${new URLSearchParams({ q: 'CREATE DATABASE bench' })}`, '')
    const within = (from: number, to: number) => `time >= ${from}ms and time < ${to}ms`
    return {
      store: ({ device, times, values }) =>
        send(
          `${url}/write?db=bench&precision=ms`,
          times
            .map((at, index) => {
              const fields = Object.entries(values).map(([key, own]) => `${key}=${own[index]}`)
              return `reading,device=${device.id} ${fields.join(',')} ${at}`
            })
            .join('\n'),
        ),
      storeLines: (body) => send(`${url}/write?db=bench&precision=ms`, body),
      flush: async () => undefined,
      oneDevice: (id, from, to) =>
        query(`select mean(*) from reading where device='${id}' and ${within(from, to)} group by time(1m)`),
      allDevices: (from, to) =>
        query(`select mean(temperature) from reading where ${within(from, to)} group by time(1h), device`),
      latest: () => query('select last(temperature) from reading group by device'),
    }
  },
}

const isInstalled = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, command)))

async function send(url: string, body: string | Buffer): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 200)}`)
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    const isUp = await fetch(`${url}/ping`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await delay(100)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port')
  return address.port
}
