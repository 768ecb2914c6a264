import { about } from './about.ts'
import { adapters } from './adapters.ts'
import { alertCounts } from './alert-counts.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { backTests } from './back-tests.ts'
import { blacklists } from './blacklist.ts'
import { callbacks } from './callbacks.ts'
import { clientErrors } from './client-errors.ts'
import { commands } from './commands.ts'
import { confirmLinks } from './confirm-links.ts'
import { connections } from './connections.ts'
import { groups } from './device-groups.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { forecast } from './forecast.ts'
import { health } from './health.ts'
import { hints } from './hints.ts'
import { imports } from './imports.ts'
import { ingest } from './ingest.ts'
import { installation } from './installation.ts'
import { listPreferences } from './list-preferences.ts'
import { live } from './live.ts'
import { logs } from './logs.ts'
import { maintenance } from './maintenance.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { outages } from './outages.ts'
import { ownReports } from './own-reports.ts'
import { push } from './push.ts'
import { quarantine } from './quarantine.ts'
import { ratings } from './ratings.ts'
import { reports } from './reports.ts'
import { rules } from './rules.ts'
import { schedule } from './schedule.ts'
import { search } from './search.ts'
import { sensors } from './sensors.ts'
import { sites } from './sites.ts'
import { subscriptionReach } from './subscription-reach.ts'
import { subscriptionTests } from './subscription-tests.ts'
import { subscriptions } from './subscriptions.ts'
import { systemMessages } from './system-messages.ts'
import { told } from './told.ts'
import { twoFactor } from './two-factor.ts'
import { types } from './types.ts'
import { lists } from './user-lists.ts'
import { userRoles } from './user-roles.ts'
import { users } from './users.ts'
import { weather } from './weather.ts'
import { webhookEvents } from './webhook-events.ts'
import { webhookLog } from './webhook-log.ts'
import { webhookRequests } from './webhooks.ts'

/** All API endpoints by feature, for the server, the documentation and tests. */
export const features = {
  about,
  installation,
  auth,
  twoFactor,
  users,
  userRoles,
  sites,
  devices,
  quarantine,
  groups,
  lists,
  maintenance,
  systemMessages,
  subscriptions,
  told,
  schedule,
  subscriptionReach,
  backTests,
  subscriptionTests,
  notifications,
  blacklists,
  push,
  commands,
  connections,
  models,
  rules,
  types,
  ingest,
  adapters,
  sensors,
  alerts,
  alertCounts,
  forecast,
  health,
  hints,
  ratings,
  confirmLinks,
  outages,
  live,
  logs,
  callbacks,
  audit,
  search,
  listPreferences,
  imports,
  clientErrors,
  weather,
  reports,
  ownReports,
  webhookRequests,
  webhookEvents,
  webhookLog,
}

export const endpoints: Endpoint[] = Object.values(features).flatMap((feature) =>
  Object.values<Endpoint>(feature),
)
