import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createAccess } from '../access/access.ts'
import { type AppParts, createApp } from '../app.ts'
import type { EventSignal } from '../features/events/index.ts'
import {
  type AddressSettings,
  findAddresses,
  type Ingest,
  type ReadingInput,
} from '../features/ingest/index.ts'
import { createLiveHub, findDevicePath, startLiveFeed, startLiveReadings } from '../features/live/index.ts'
import { startLiveRatings } from '../features/ratings/index.ts'
import { createLiveSources } from '../live-sources.ts'
import { listen } from '../platform/db/listen.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { listenOn } from '../platform/http/listen-on.ts'
import { mountOperatorPages, type OperatorPages } from '../platform/http/operator-pages.ts'
import { mostFinishMs, trackRequests } from '../platform/http/requests-under-way.ts'
import { createOidcClient, type OidcClient } from '../platform/oidc.ts'
import { createOpenMeteo } from '../platform/open-meteo.ts'
import type { Stops } from '../platform/stops.ts'
import type { Config } from './config.ts'
import type { Foundation } from './foundation.ts'
import { httpOptions } from './http-options.ts'

interface Parts extends Pick<AppParts, 'countClientError'> {
  ingest: Ingest
  signal: EventSignal
  operatorPages: OperatorPages
  /** The broker's ports, known once it listens, which is after the portal. */
  brokerPorts: () => Pick<AddressSettings, 'mqttPort' | 'mqttTlsPort'>
  /** Whether the program is shutting down. */
  isDraining: () => boolean
}

/** The HTTP side of the program, with its live connections. */
export interface Portal {
  port: number
  connectionCount(): number
  sendReadings(readings: readonly ReadingInput[]): void
  /** Passes connections that request an upgrade at this path to `upgrade`. */
  onUpgrade(path: string, upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void
}

export async function startPortal(foundation: Foundation, parts: Parts, stops: Stops): Promise<Portal> {
  const { config, log, pool, db, databaseUrl } = foundation
  const { ingest, isDraining, brokerPorts, signal } = parts
  const access = createAccess(foundation)
  // Only this exact value enables development features; by default the program runs in production mode.
  const isDevelopment = process.env.NODE_ENV === 'development'
  const egress = createEgress(config.egressAllow)
  const server = createApp({
    ...foundation,
    http: { ...httpOptions(foundation), isDraining },
    checkAnswers: isDevelopment,
    isDevelopment,
    provider: findProvider(config),
    webFolder: findWebFolder(),
    access,
    ingest,
    addresses: () => findAddresses({ ...config, ...brokerPorts() }),
    installation: {
      findFreeBytes: () => findFreeBytes(config),
      hasMailServer: config.smtpUrl !== undefined,
      hasTextProvider: config.smsUrl !== undefined,
    },
    signal,
    callbacks: {
      emailKey: config.mailWebhookSecret,
      textToken: config.smsWebhookSecret,
      publicUrl: config.publicUrl,
    },
    egress,
    weather: config.weatherUrl === undefined ? undefined : createOpenMeteo(config.weatherUrl, egress),
    countClientError: parts.countClientError,
    publicUrl: config.publicUrl,
    quarantineDays: config.quarantineDays,
  })
  mountOperatorPages(server, parts.operatorPages)
  const requests = trackRequests(server)
  const hub = createLiveHub({
    ...access,
    server: server.server,
    findDevicePath: findDevicePath(pool),
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    log,
  })
  const feed = await startLiveFeed({
    url: databaseUrl,
    pool,
    hub,
    sources: createLiveSources(db),
    signal,
    log,
  })
  const liveReadings = startLiveReadings(hub, pool, log)
  const liveRatings = startLiveRatings({ hub, db, clock: foundation.clock, log })
  const endedSessions = listen(
    databaseUrl,
    ['ended_sessions'],
    () => {
      access.callers.invalidateAll()
      hub
        .closeEnded()
        .catch((error: unknown) =>
          log.debug({ err: error }, 'failed to close ended connections; retrying shortly'),
        )
    },
    log,
  )
  const finish = () => requests.finish(mostFinishMs)
  stops.addLast(() => server.close())
  stops.add(feed.stop, liveReadings.stop, liveRatings.stop, endedSessions.stop, finish, hub.close)
  const port = await listenOn(server, { port: config.port, host: config.host, setting: 'PORT' })
  return {
    port,
    connectionCount: hub.connectionCount,
    sendReadings: liveReadings.publish,
    onUpgrade(path, upgrade) {
      server.server.on('upgrade', (request, socket, head) => {
        if (request.url?.split('?')[0] === path) upgrade(request, socket, head)
      })
    },
  }
}

function findProvider(config: Config): OidcClient | undefined {
  const { oidcClientId: clientId, oidcClientSecret: clientSecret, oidcIssuer: issuer, publicUrl } = config
  if (clientId === undefined) return undefined
  return createOidcClient({ issuer, clientId, clientSecret, redirectUri: `${publicUrl}/azure` })
}

/** Returns the free bytes for the embedded database; null if the database is elsewhere. */
async function findFreeBytes({ databaseUrl, dataDir }: Config): Promise<number | null> {
  if (databaseUrl !== undefined) return null
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

function findWebFolder(): string | undefined {
  const folder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
  return existsSync(folder) ? folder : undefined
}
