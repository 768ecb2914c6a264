import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createAccess } from './access/access.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { createFirstAdministrator, type FirstAdministrator } from './features/auth/first-start.command.ts'
import {
  type Ingest,
  type MqttBroker,
  startBridge,
  startBroker,
  startIngest,
} from './features/ingest/index.ts'
import { createLiveHub, findDevicePath, type LiveHub, startLiveFeed } from './features/live/index.ts'
import { keepPartitions } from './features/storage/keep-partitions.job.ts'
import { tellReadings } from './live-readings.ts'
import { createLiveSources } from './live-sources.ts'
import { openDatabase } from './open-database.ts'
import { systemClock } from './platform/clock.ts'
import { createPool } from './platform/db/pool.ts'
import { isWritable } from './platform/db/probe.ts'
import { listenOn } from './platform/http/listen-on.ts'
import { mountOperatorPages } from './platform/http/operator-pages.ts'
import { repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createPasswordHashing } from './platform/password-hashing.ts'
import { getSecretKey } from './platform/secret-key.ts'

export interface Program {
  /** Ports that were listened on; null for what this process does not do. */
  httpPort: number | null
  mqttPort: number | null
  databaseUrl: string
  pool: pg.Pool
  ingest: Ingest
  /** Made by this start, on an empty database. */
  firstAdministrator: FirstAdministrator | undefined
  /** Finishes what is in flight, then ends everything; within 10 s. */
  stop(): Promise<void>
}

const hourMs = 3_600_000
const drainMs = 300
const interactiveConnections = 10
const writeTimeoutMs = 30_000

/** Starts all parts of the program that the settings ask for. Throws StartRefused when it cannot run as set up. */
export async function startProgram(config: Config, log: Log): Promise<Program> {
  const does = (role: Config['roles'][number]) => config.roles.includes(role)
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
  try {
    const secretKey = await getSecretKey(config.secretKey, config.dataDir)
    const database = await openDatabase(config, log)
    stops.push(database.stop)
    const pool = createPool(database.url, { max: interactiveConnections, log })
    const writerPool = createPool(database.url, { max: 1, log, statementTimeoutMs: writeTimeoutMs })
    stops.push(
      () => pool.end(),
      () => writerPool.end(),
    )
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    const clock = systemClock
    const passwords = await createPasswordHashing()
    const firstAdministrator = await createFirstAdministrator(
      { db, passwords, clock },
      { email: config.adminEmail, password: config.adminPassword },
    )
    const keep = () =>
      keepPartitions(pool, clock(), { rawDays: config.rawDays, minuteDays: config.minuteDays }, log)
    await keep()

    let hub: LiveHub | undefined
    let announce = () => {}
    const metrics = createMetrics({
      waitingInputs: () => ingest.writer.waitingCount(),
      liveConnections: () => hub?.connectionCount() ?? 0,
    })
    const ingest = startIngest({
      url: database.url,
      pool,
      writerPool,
      log,
      now: Date.now,
      settings: {
        queueLimit: config.ingestQueue,
        retentionDays: config.rawDays,
        perSecond: config.ingestRate,
        burst: config.ingestBurst,
      },
      onCommitted(readings, events) {
        const now = Date.now()
        metrics.readings.inc({ outcome: 'stored' }, readings.length)
        if (readings[0]) metrics.commitSeconds.observe((now - readings[0].receivedAt) / 1000)
        for (const { event } of events) metrics.alertEvents.inc({ event })
        if (events.length > 0) announce()
        if (hub) tellReadings(hub, readings)
      },
    })
    stops.push(ingest.close)

    let isDraining = false
    let httpPort: number | null = null
    if (does('api')) {
      const access = createAccess({ db, secretKey, clock })
      const server = createApp({
        http: {
          log,
          trustProxy: config.trustProxy,
          isHttps: config.publicUrl.startsWith('https:'),
          isDraining: () => isDraining,
        },
        checkAnswers: process.env.NODE_ENV !== 'production',
        webFolder: findWebFolder(),
        pool,
        db,
        access,
        secretKey,
        clock,
        passwords,
        ingest,
        live: { publish: () => announce() },
      })
      mountOperatorPages(server, {
        metricsToken: config.metricsToken,
        metricsText: metrics.text,
        async listFaults() {
          const refusal = ingest.writer.refusal()
          return [
            ...(isDraining ? ['shutting down'] : []),
            ...((await isWritable(pool)) ? [] : ['the database is not writable']),
            ...(refusal ? [refusal.message] : []),
          ]
        },
      })
      const live = createLiveHub({
        server: server.server,
        callers: access.callers,
        scopeOf: access.scopeOf,
        findDevicePath: findDevicePath(pool),
        publicUrl: config.publicUrl,
        log,
      })
      hub = live
      const feed = await startLiveFeed({
        url: database.url,
        pool,
        hub: live,
        sources: createLiveSources(db),
        log,
      })
      announce = feed.publish
      httpPort = await listenOn(server, { port: config.port, host: config.host, setting: 'PORT' })
      stops.push(async () => {
        await live.close()
        await server.close()
        await feed.stop()
      })
    }

    let broker: MqttBroker | null = null
    if (does('ingest')) {
      broker = config.mqttUrl
        ? await startBridge(ingest.intake, { url: config.mqttUrl, log })
        : await startBroker(ingest.intake, { port: config.mqttPort, host: config.host, log })
      stops.push(broker.close)
    }
    if (does('worker')) {
      const watch = ingest.watch()
      const partitions = repeat('keep-partitions', hourMs, keep, log)
      stops.push(watch.stop, partitions.stop)
    }
    // Told apart from the stopping of the parts: whoever balances load must see it first.
    stops.push(async () => {
      isDraining = true
      await new Promise((resolve) => setTimeout(resolve, drainMs))
    })
    return {
      httpPort,
      mqttPort: broker?.port ?? null,
      databaseUrl: database.url,
      pool,
      ingest,
      firstAdministrator,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function findWebFolder(): string | undefined {
  const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  return existsSync(folder) ? folder : undefined
}
