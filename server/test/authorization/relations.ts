import { randomUUID } from 'node:crypto'
import type { MadeSite, Make } from '../factories.ts'

/** Where the target of a request is, seen from the caller's site. */
export const relations = ['own', 'child', 'parent', 'sibling', 'foreign', 'missing'] as const
export type Relation = (typeof relations)[number]

/** The only places whose targets callers may use. */
export const reachable: readonly Relation[] = ['own', 'child']

type MakeTarget = (make: Make, site: MadeSite) => Promise<{ id: string }>

/**
 * Creates a target at a site, by the first part of the path. An endpoint with an id in its path needs a row here. `null`: the
 * same for all customers.
 */
export const targets: Readonly<Record<string, MakeTarget | null>> = {
  sites: async (_make, site) => site,
  users: (make, site) => make.user({ site, role: 'Viewer' }),
  devices: (make, site) => make.device({ site }),
  alerts: async (make, site) => make.alert({ device: await make.device({ site }) }),
  hints: async (make, site) => make.hint({ device: await make.device({ site }) }),
  groups: (make, site) => make.deviceGroup({ site }),
  lists: (make, site) => make.userList({ site }),
  systemmessages: (make, site) => make.systemMessage({ site }),
  maintenance: (make, site) => make.maintenance({ site }),
  subscriptions: (make, site) => make.subscription({ site }),
  webhookrequests: (make, site) => make.webhookRequest({ site }),
  webhookevents: (make, site) => make.webhookEvent({ site }),
  webhooklog: (make, site) => make.webhookDelivery({ site }),
  smsLog: async (make, site) =>
    make.mail({ channel: 'Text', kind: 'Notification', user: await make.user({ site, role: 'Viewer' }) }),
  emailLog: async (make, site) => make.mail({ user: await make.user({ site, role: 'Viewer' }) }),
  pushLog: async (make, site) =>
    make.mail({ channel: 'Push', kind: 'Notification', user: await make.user({ site, role: 'Viewer' }) }),
  ingest: async (make, site) => make.deviceCommand({ device: await make.device({ site }) }),
  imports: (make, site) => make.csvImport({ site }),
  reports: (make, site) => make.report({ site }),
  ownreports: (make, site) => make.ownReport({ site }),
  models: null,
  blacklists: null,
}

/** Endpoints with another reach, and the reason. */
export const otherReach: Readonly<Record<string, readonly Relation[]>> = {
  // A message for a site is also for the people of the sites below it, and not for those above.
  'PUT /systemmessages/:id/dismissal': ['own', 'parent'],
  'DELETE /systemmessages/:id/dismissal': ['own', 'parent'],
  // Browsers belong only to the caller.
  'DELETE /users/me/push/:id': [],
  'POST /users/me/push/:id/test': [],
  // An import belongs only to the user who started it.
  'GET /imports/:id': [],
  'GET /imports/:id/lines': [],
  'GET /imports/:id/refused': [],
  'PUT /imports/:id/columns': [],
  'POST /imports/:id/corrections': [],
  'POST /imports/:id/left-out': [],
  'POST /imports/:id/apply': [],
  'POST /imports/:id/cancel': [],
  'POST /imports/:id/undo': [],
  'POST /imports/:id/keys': [],
}

/** Endpoints with a second path parameter, whose record does not exist. They respond with 404 wherever the first one is. */
export const halfNamed: readonly string[] = ['DELETE /sites/:id/gatewaytokens/:tokenId']

/** Endpoints that change the site of the callers itself, which all of them need. They are called for a site below. */
export const changesOwnSite: readonly string[] = [
  'PUT /sites/:id',
  'DELETE /sites/:id',
  'PUT /sites/:id/rules',
]

/** These return a result instead of a refusal, according to the specification: the same for missing and foreign records. */
export const answersWithResult: readonly string[] = ['POST /webhookevents/test']

/** Lists the caller's own refused requests, with the ids that they contained. */
export const echoesRequests: readonly string[] = ['GET /audit']

/** Values without which a reference is not evaluated. */
export const queries: Readonly<Record<string, object>> = {
  'GET /sites/consequences': { Action: 'Move' },
}

/** The target of a reference in a body or query, as in `targets`. `null`: the same for all customers. */
export const references: Readonly<Record<string, string | null>> = {
  Site: 'sites',
  SiteId: 'sites',
  ParentSite: 'sites',
  Sites: 'sites',
  SiteIds: 'sites',
  atSiteId: 'sites',
  usableAt: 'sites',
  DeviceId: 'devices',
  alertId: 'alerts',
  deviceId: 'devices',
  Devices: 'devices',
  Device: 'devices',
  Group: 'groups',
  Users: 'users',
  Groups: 'groups',
  Lists: 'lists',
  RemindUsers: 'users',
  RemindLists: 'lists',
  userId: 'users',
  onlyReceiver: 'users',
  siteId: 'sites',
  devices: 'devices',
  groups: 'groups',
  sites: 'sites',
  webhookConfigId: 'webhookrequests',
  webhookEventId: 'webhookevents',
  alertTypes: null,
  AlertTypes: null,
  alertType: null,
  actor: 'users',
  subject: 'users',
  groupId: 'groups',
  // Filters only the reports of the site.
  ownReport: null,
  GroupId: 'groups',
  UserRole: null,
  UserRoles: null,
  UserRoleId: null,
  ForceRoleTwoFactorAuth: null,
  Model: null,
  // A stored webhook event or request, of which only the caller's own secrets are used, and a request that is only tested.
  id: null,
  Id: null,
  Request: null,
  // An alert, device or outage, of which only the caller's own notifications are changed.
  Topic: null,
}

export const missingTarget = () => ({ id: randomUUID(), tokenId: randomUUID() })
