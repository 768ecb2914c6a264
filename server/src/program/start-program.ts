import type pg from 'pg'
import { version } from '../features/about/version.ts'
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from '../features/auth/accounts/first-start.command.ts'
import { listLags, startEventSignal } from '../features/events/index.ts'
import { isListening, startHeartbeat } from '../features/health/index.ts'
import { type HomeAssistant, startHomeAssistant } from '../features/home-assistant/index.ts'
import { type Ingest, type MqttBroker, startIngest } from '../features/ingest/index.ts'
import { keepPartitions } from '../features/storage/keep-partitions.job.ts'
import { trimLogs } from '../features/storage/trim-logs.job.ts'
import { executeOn } from '../platform/db/execute.queries.ts'
import { answers, isWritable } from '../platform/db/probe.ts'
import { createHttpServer, refuseUnknownPaths } from '../platform/http/http-server.ts'
import { listenOn } from '../platform/http/listen-on.ts'
import { mountOperatorPages, type OperatorPages } from '../platform/http/operator-pages.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics, type LabeledGauge } from '../platform/metrics.ts'
import { createStops, type Stops } from '../platform/stops.ts'
import { listStalls } from '../platform/watchdog.ts'
import type { Config } from './config.ts'
import { type Foundation, layFoundation } from './foundation.ts'
import { healthGauges } from './health-gauges.ts'
import { httpOptions } from './http-options.ts'
import { certificateGauge } from './open-tls.ts'
import { startFollowers } from './start-followers.ts'
import { startJobs } from './start-jobs.ts'
import { startMqtt } from './start-mqtt.ts'
import { type Portal, startPortal } from './start-portal.ts'

export interface Program {
  /** Port of the portal, or of only health and metrics if this process serves no portal. */
  httpPort: number
  /** null if devices report to an external broker or to another process. */
  mqttPort: number | null
  /** null if devices cannot report to this process over TLS. */
  mqttTlsPort: number | null
  databaseUrl: string
  pool: pg.Pool
  ingest: Ingest
  /** Created by this start in an empty database. */
  firstAdministrator: FirstAdministrator | undefined
  /** Returns whether the database and all nodes of its cluster can be reached, which a restart requires. */
  canRestart(): Promise<boolean>
  /** Finishes work in progress and shuts everything down, within 10 s. */
  stop(): Promise<void>
}

/** During this time load balancers see "not ready" before connections are refused. */
const drainMs = 300

/**
 * Starts all parts of the program that the settings enable. Throws StartRefused if the program cannot run with these
 * settings.
 */
export async function startProgram(config: Config, log: Log): Promise<Program> {
  const stops = createStops(log)
  try {
    return await startParts(await layFoundation(config, log, stops), stops)
  } catch (error) {
    await stops.run()
    throw error
  }
}

async function startParts(foundation: Foundation, stops: Stops): Promise<Program> {
  const { config, log, pool, clock } = foundation
  const { adminEmail: email, adminPassword: password } = config
  const firstAdministrator = await createFirstAdministrator(foundation, { email, password })
  await keepPartitions(pool, clock(), config, log)
  await trimLogs(pool, clock(), config, log)

  let portal: Portal | undefined
  let broker: MqttBroker | undefined
  let homeAssistant: HomeAssistant | undefined
  let isDraining = false
  const metrics = createMetrics({
    waitingInputs: () => ingest.writer.waitingCount(),
    liveConnections: () => portal?.connectionCount() ?? 0,
    labeled: [followerLag(pool), certificateGauge(foundation), ...healthGauges(executeOn(pool))],
  })
  const heartbeat = await startHeartbeat(executeOn(pool), {
    roles: config.roles,
    version,
    log,
    hears: () => broker?.isConnected() ?? true,
  })
  stops.add(heartbeat.stop)
  const signal = startEventSignal(foundation.databaseUrl, log)
  stops.add(signal.stop)
  const ingest = startIngest({
    ...foundation,
    url: foundation.databaseUrl,
    now: () => clock().getTime(),
    settings: {
      queueLimit: config.ingestQueue,
      retentionDays: config.rawDays,
      perSecond: config.ingestRate,
      burst: config.ingestBurst,
    },
    onCommitted(readings, events) {
      metrics.countCommitted(readings, events, clock().getTime())
      if (events.length > 0) signal.notify()
      portal?.sendReadings(readings)
      homeAssistant?.publish(readings)
    },
  })
  stops.add(ingest.close)
  const does = (role: Config['roles'][number]) => config.roles.includes(role)
  const operatorPages: OperatorPages = {
    metricsToken: config.metricsToken,
    metricsText: metrics.text,
    isDraining: () => isDraining,
    async listFaults() {
      const refusal = ingest.writer.refusal()
      return [
        ...(isDraining ? ['shutting down'] : []),
        ...((await isWritable(pool)) ? [] : ['the database is not writable']),
        ...(refusal ? [refusal.message] : []),
        ...listStalls().map((name) => `no progress: ${name}`),
        ...(broker && !broker.isConnected() ? ['the MQTT broker cannot be reached'] : []),
      ]
    },
  }
  if (does('api')) {
    const parts = {
      ingest,
      signal,
      operatorPages,
      countClientError: metrics.countClientError,
      brokerPorts: () => portsOf(broker, config),
      isDraining: () => isDraining,
    }
    portal = await startPortal(foundation, parts, stops)
  }
  const httpPort = portal?.port ?? (await serveOperatorPages(foundation, operatorPages, stops))
  if (does('ingest')) broker = await startMqtt(foundation, ingest, portal, stops)
  homeAssistant = showInHomeAssistant(foundation)
  if (homeAssistant) stops.add(homeAssistant.stop)
  if (does('worker')) {
    stops.add(ingest.watch(() => isListening(executeOn(pool))).stop)
    await startJobs(foundation, stops)
    await startFollowers({ ...foundation, signal, countFailure: metrics.countFollowerFailure }, stops)
  }
  stops.add(async () => {
    isDraining = true
    await new Promise((resolve) => setTimeout(resolve, drainMs))
  })
  return {
    httpPort,
    mqttPort: broker?.port ?? null,
    mqttTlsPort: broker?.tlsPort ?? null,
    databaseUrl: foundation.databaseUrl,
    pool,
    ingest,
    firstAdministrator,
    canRestart: () => answers(foundation.databaseUrl),
    stop: stops.run,
  }
}

const followerLag = (pool: pg.Pool): LabeledGauge => ({
  name: 'eot_event_follower_lag',
  help: 'Events not yet handled by a follower',
  label: 'follower',
  read: async () => (await listLags(executeOn(pool))).map(({ name, count }) => ({ of: name, value: count })),
})

function showInHomeAssistant({ config, databaseUrl, log, pool }: Foundation): HomeAssistant | undefined {
  const { homeAssistantUrl: url, homeAssistantSite: siteId, publicUrl } = config
  return url === undefined
    ? undefined
    : startHomeAssistant({ url, siteId, databaseUrl, pool, log, origin: { version, publicUrl } })
}

async function serveOperatorPages(
  foundation: Foundation,
  pages: OperatorPages,
  stops: Stops,
): Promise<number> {
  const { port, host } = foundation.config
  const server = createHttpServer(httpOptions(foundation))
  mountOperatorPages(server, pages)
  refuseUnknownPaths(server)
  stops.addLast(() => server.close())
  return listenOn(server, { port, host, setting: 'PORT' })
}

/** Returns the ports of the embedded broker in this process, or else in another process with the same settings. */
function portsOf(broker: MqttBroker | undefined, config: Config) {
  return {
    mqttPort: broker?.port ?? config.mqttPort,
    mqttTlsPort: broker?.tlsPort ?? (config.tlsCertFile === undefined ? undefined : config.mqttTlsPort),
  }
}
