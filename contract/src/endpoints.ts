import { about } from './about.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { blacklists } from './blacklist.ts'
import { clientErrors } from './client-errors.ts'
import { commands } from './commands.ts'
import { groups } from './device-groups.ts'
import { devices } from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import { imports } from './imports.ts'
import { ingest } from './ingest.ts'
import { listPreferences } from './list-preferences.ts'
import { live } from './live.ts'
import { logs } from './logs.ts'
import { models } from './models.ts'
import { outages } from './outages.ts'
import { quarantine } from './quarantine.ts'
import { rules } from './rules.ts'
import { search } from './search.ts'
import { sensors } from './sensors.ts'
import { sites } from './sites.ts'
import { subscriptions } from './subscriptions.ts'
import { systemMessages } from './system-messages.ts'
import { twoFactor } from './two-factor.ts'
import { types } from './types.ts'
import { lists } from './user-lists.ts'
import { userRoles } from './user-roles.ts'
import { users } from './users.ts'

/** All API endpoints by feature, for the server, the documentation and tests. */
export const features = {
  about,
  auth,
  twoFactor,
  users,
  userRoles,
  sites,
  devices,
  quarantine,
  groups,
  lists,
  systemMessages,
  subscriptions,
  blacklists,
  commands,
  models,
  rules,
  types,
  ingest,
  sensors,
  alerts,
  outages,
  live,
  logs,
  audit,
  search,
  listPreferences,
  imports,
  clientErrors,
}

export const endpoints: Endpoint[] = Object.values(features).flatMap((feature) =>
  Object.values<Endpoint>(feature),
)
