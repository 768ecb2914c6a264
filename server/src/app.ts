import type { ClientErrorKind } from '@eot/contract/client-errors'
import type { DeviceAddresses } from '@eot/contract/ingest'
import { webhookTestsAnHour } from '@eot/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Access } from './access/access.ts'
import { type Caller, findAccessRefusal } from './access/caller.ts'
import { createConflictLimit } from './access/conflict-limit.ts'
import { describeApi } from './api-description.ts'
import type { Database } from './database.ts'
import { aboutRoutes } from './features/about/about.routes.ts'
import { type InstallationParts, installationRoutes } from './features/about/installation.routes.ts'
import { alertCountRoutes } from './features/alert-counts/alert-counts.routes.ts'
import { alertRoutes } from './features/alerts/alerts.routes.ts'
import { confirmLinkRoutes } from './features/alerts/confirm-link.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { blacklistRoutes } from './features/blacklist/blacklist.routes.ts'
import { clientErrorRoutes } from './features/client-errors/client-errors.routes.ts'
import { commandRoutes } from './features/commands/commands.routes.ts'
import { connectionRoutes } from './features/connections/connections.routes.ts'
import { deviceGroupRoutes } from './features/device-groups/device-groups.routes.ts'
import { deviceRoutes } from './features/devices/devices.routes.ts'
import { modelRoutes } from './features/devices/models.routes.ts'
import type { EventSignal } from './features/events/index.ts'
import { closedDayRoutes } from './features/forecast/closed-days.routes.ts'
import { forecastRoutes } from './features/forecast/forecast.routes.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { hintRoutes } from './features/hints/hints.routes.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { adapterRoutes, addressRoutes, type Ingest, ingestRoutes } from './features/ingest/index.ts'
import { quarantineListRoutes } from './features/ingest/quarantine-list.routes.ts'
import { listPreferenceRoutes } from './features/lists/list-preferences.routes.ts'
import { liveRoutes } from './features/live/index.ts'
import { messageLogRoutes } from './features/logs/message-log.routes.ts'
import { maintenanceRoutes } from './features/maintenance/maintenance.routes.ts'
import { type CallbackSecrets, callbackRoutes } from './features/messages/callbacks.routes.ts'
import { pushTestRoutes } from './features/messages/push-test.routes.ts'
import { reachRoutes } from './features/notifications/reach.routes.ts'
import { scheduleRoutes } from './features/notifications/schedule.routes.ts'
import { toldRoutes } from './features/notifications/told.routes.ts'
import { outageRoutes } from './features/outages/outages.routes.ts'
import { portalNoticeRoutes } from './features/portal-notices/portal-notices.routes.ts'
import { pushRoutes } from './features/push/push.routes.ts'
import { ratingRoutes } from './features/ratings/ratings.routes.ts'
import { ownReportRoutes } from './features/reports/own-reports.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { ruleRoutes } from './features/rules/rules.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sensorRoutes } from './features/sensors/sensors.routes.ts'
import { siteSensorRoutes } from './features/sensors/site-sensors.routes.ts'
import { gatewayTokenRoutes } from './features/sites/gateway-tokens.routes.ts'
import { siteTreeRoutes } from './features/sites/site-tree.routes.ts'
import { siteRoutes } from './features/sites/sites.routes.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts'
import { systemMessageRoutes } from './features/system-messages/system-messages.routes.ts'
import { userListRoutes } from './features/user-lists/user-lists.routes.ts'
import { userRoleRoutes } from './features/users/user-roles.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { weatherRoutes } from './features/weather/weather.routes.ts'
import { createWebhookSeal, createWebhookSender } from './features/webhooks/index.ts'
import { webhookEventRoutes } from './features/webhooks/webhook-events.routes.ts'
import { webhookLogRoutes } from './features/webhooks/webhook-log.routes.ts'
import { webhookRequestRoutes } from './features/webhooks/webhooks.routes.ts'
import { createLiveSources } from './live-sources.ts'
import { createTokenSource } from './platform/client-credentials.ts'
import type { Clock, ElapsedMs } from './platform/clock.ts'
import { createEgress, type Egress } from './platform/egress/egress.ts'
import { mountApiPages } from './platform/http/api-pages.ts'
import { type CallRates, createCallLimits, usualRates } from './platform/http/call-limits.ts'
import { createHttpServer, type HttpServerOptions, refuseUnknownPaths } from './platform/http/http-server.ts'
import { createServe } from './platform/http/serve.ts'
import { mountWebPages } from './platform/http/web-pages.ts'
import type { OidcClient } from './platform/oidc.ts'
import type { PasswordHashing } from './platform/password-hashing.ts'
import { createRateLimit } from './platform/rate-limit.ts'
import type { WeatherProvider } from './platform/weather-provider.ts'
import { pushKeys } from './platform/web-push.ts'

export interface AppParts {
  http: HttpServerOptions
  /** Whether responses are validated against the contract before they are sent: in development and tests. */
  checkAnswers: boolean
  /** Whether endpoints meant for development are served. */
  isDevelopment: boolean
  /** The single sign-on provider, if any. */
  provider?: OidcClient | undefined
  /** Rate limits per address for public endpoints. Default: the usual ones. */
  rates?: CallRates
  /** The clock of those limits. Default: the uptime of the process. */
  elapsed?: ElapsedMs
  /** Folder of the built web client. Without it only the API is served. */
  webFolder?: string | undefined
  pool: pg.Pool
  /** Query builder on `pool`. */
  db: Kysely<Database>
  access: Access
  secretKey: Buffer
  clock: Clock
  passwords: PasswordHashing
  ingest: Pick<Ingest, 'intake' | 'endAlerts'>
  /** The addresses for devices. The broker's port is known only once it listens. */
  addresses: () => DeviceAddresses
  /** The external services that the program is connected to. Default: none. */
  installation?: Omit<InstallationParts, 'addresses'>
  /** Notified of events stored by a request. */
  signal: Pick<EventSignal, 'notify'>
  /** The secrets that verify callbacks of message providers. Callbacks are refused without one. */
  callbacks?: CallbackSecrets
  /** The rules for addresses that users enter. Default: addresses on the internet are allowed. */
  egress?: Egress
  /** Absent: no weather service is configured. */
  weather?: Pick<WeatherProvider, 'attribution'> | undefined
  /** Counts an error that a browser reported. */
  countClientError: (kind: ClientErrorKind) => void
  /** Base URL of links in PDFs and webhooks. */
  publicUrl: string
  /** Days for which rejected messages are kept. */
  quarantineDays: number
}

const connectedToNothing = { findFreeBytes: async () => null, hasMailServer: false, hasTextProvider: false }

/** Mounts all HTTP endpoints, feature by feature. */
export function createApp(parts: AppParts): FastifyInstance {
  const { access, clock, db, ingest, pool, signal, webFolder } = parts
  const { callers, scopeOf, tokens } = access
  const server = createHttpServer(parts.http)
  const serve = createServe<Caller>(server, {
    authenticate: callers.authenticate,
    findRefusal: findAccessRefusal,
    noteRefusal: access.noteRefusal,
    limit: createCallLimits(parts.rates ?? usualRates, parts.elapsed),
    checkAnswers: parts.checkAnswers,
  })
  const sources = createLiveSources(db)

  aboutRoutes(serve, { isDevelopment: parts.isDevelopment, hasSingleSignOn: parts.provider !== undefined })
  healthRoutes(serve, parts)
  installationRoutes(serve, { ...(parts.installation ?? connectedToNothing), addresses: parts.addresses })
  authRoutes(serve, {
    ...parts,
    callers,
    tokens,
    isHttps: parts.http.isHttps ?? false,
    provider: parts.provider,
  })
  clientErrorRoutes(serve, parts)
  const limitConflicts = createConflictLimit(parts.elapsed)
  userRoutes(serve, { db, scopeOf, callers, clock, limitConflicts })
  userRoleRoutes(serve, { db, scopeOf })
  messageLogRoutes(serve, { db, scopeOf, secretKey: parts.secretKey, clock })
  blacklistRoutes(serve, { db, clock })
  callbackRoutes(serve, { db, clock, ...parts.callbacks })
  const egress = parts.egress ?? createEgress([])
  pushRoutes(serve, { db, clock, egress, publicKey: pushKeys(parts.secretKey).publicKey })
  pushTestRoutes(serve, { db, clock })
  auditRoutes(serve, { db, scopeOf })
  searchRoutes(serve, db)
  listPreferenceRoutes(serve, db)
  siteRoutes(serve, { db, scopeOf, clock, limitConflicts })
  siteTreeRoutes(serve, { db, scopeOf, clock })
  gatewayTokenRoutes(serve, { db, scopeOf, clock })
  deviceRoutes(serve, { db, scopeOf, clock, limitConflicts, deviceWriter: ingest })
  importRoutes(serve, { db, scopeOf, clock })
  deviceGroupRoutes(serve, { db, scopeOf })
  userListRoutes(serve, { db, scopeOf })
  systemMessageRoutes(serve, { db, scopeOf, clock })
  commandRoutes(serve, { db, clock })
  connectionRoutes(serve, { db, clock })
  modelRoutes(serve, { db, clock })
  ruleRoutes(serve, { db, clock })
  ingestRoutes(serve, { pool, intake: ingest.intake })
  adapterRoutes(serve, { pool, intake: ingest.intake })
  addressRoutes(serve, parts.addresses)
  quarantineListRoutes(serve, { db, scopeOf })
  sensorRoutes(serve, { db, scopeOf, clock })
  siteSensorRoutes(serve, { db, scopeOf, clock })
  alertRoutes(serve, { db, scopeOf, signal, clock })
  alertCountRoutes(serve, { db, scopeOf, clock })
  forecastRoutes(serve, { db, scopeOf, clock })
  hintRoutes(serve, { db, scopeOf, clock })
  closedDayRoutes(serve, { db, scopeOf })
  ratingRoutes(serve, { db, scopeOf, clock })
  confirmLinkRoutes(serve, { db, scopeOf, signal, clock, secretKey: parts.secretKey })
  maintenanceRoutes(serve, { db, scopeOf, clock })
  outageRoutes(serve, { db, scopeOf })
  subscriptionRoutes(serve, { db, scopeOf })
  toldRoutes(serve, db)
  portalNoticeRoutes(serve, { db, clock, alerts: sources.alerts })
  scheduleRoutes(serve, { db, scopeOf, clock })
  reachRoutes(serve, { db, scopeOf, clock })
  weatherRoutes(serve, { db, scopeOf, clock, weather: parts.weather })
  ownReportRoutes(serve, { db, scopeOf, clock })
  const { publicUrl, quarantineDays } = parts
  reportRoutes(serve, { db, pool, scopeOf, clock, publicUrl, quarantineDays })
  const webhooks = {
    db,
    scopeOf,
    clock,
    egress,
    seal: createWebhookSeal(parts.secretKey),
    sender: createWebhookSender({ egress, tokens: createTokenSource(egress, () => clock().getTime()) }),
    publicUrl: parts.publicUrl,
    limitTests: createRateLimit(
      { burst: webhookTestsAnHour, perMinute: webhookTestsAnHour / 60 },
      parts.elapsed,
    ),
  }
  webhookRequestRoutes(serve, webhooks)
  webhookEventRoutes(serve, webhooks)
  webhookLogRoutes(serve, webhooks)
  liveRoutes(serve, { pool, scopeOf, sources })

  mountApiPages(server, 'EoT LIVE', describeApi('EoT LIVE', parts.isDevelopment))
  if (webFolder === undefined) refuseUnknownPaths(server)
  else mountWebPages(server, webFolder)
  return server
}
