/** Built-in roles, highest first. Users cannot grant a role above their own priority. */
export const roles = [
  { name: 'System Administrator', priority: 100 },
  { name: 'Site Administrator', priority: 80 },
  { name: 'Site Manager', priority: 60 },
  { name: 'Site Staff', priority: 40 },
  { name: 'Viewer', priority: 20 },
] as const

export type RoleName = (typeof roles)[number]['name']

/** From this role priority, a user also manages records that belong to no site, such as the inventory. */
export const SYSTEM = 100
const ADMINISTRATOR = 80
const MANAGER = 60
const STAFF = 40
const VIEWER = 20

/**
 * One row per permission: page path, name of the action, lowest role priority that has it.
 * `View…` keys open pages; `Add…`, `Edit…`, `Delete…` and custom keys are features of a page (spec 6).
 */
export const permissions = {
  ViewAlerts: ['/alerts', 'View', VIEWER],
  EditAlerts: ['/alerts', 'Edit', STAFF],
  ConfirmAlerts: ['/alerts', 'Confirm alerts', STAFF],
  EndAlerts: ['/alerts', 'End alerts', MANAGER],
  ViewRatings: ['/ratings', 'View', VIEWER],
  ViewDevices: ['/devices', 'View', VIEWER],
  AddDevices: ['/devices', 'Add', MANAGER],
  EditDevices: ['/devices', 'Edit', MANAGER],
  DeleteDevices: ['/devices', 'Delete', ADMINISTRATOR],
  ViewDeviceImport: ['/devices/import', 'View', MANAGER],
  RefreshDevice: ['/devices', 'Refresh device', STAFF],
  ManageThresholds: ['/devices', 'Manage thresholds', MANAGER],
  ViewAllRooms: ['/devices/all-rooms', 'View', VIEWER],
  ViewLiveSensorData: ['/devices/live-sensor-data', 'View', VIEWER],
  ViewHistoricalSensorData: ['/devices/historical-sensor-data', 'View', VIEWER],
  ViewDeviceAlertActivity: ['/devices/alert-activity', 'View', VIEWER],
  ViewUsers: ['/users', 'View', MANAGER],
  AddUsers: ['/users', 'Add', MANAGER],
  EditUsers: ['/users', 'Edit', MANAGER],
  DeleteUsers: ['/users', 'Delete', ADMINISTRATOR],
  ResendPassword: ['/users', 'Resend password', MANAGER],
  ResetTwoFactor: ['/users', 'Reset two-factor', ADMINISTRATOR],
  ViewSubscriptions: ['/subscriptions', 'View', STAFF],
  AddSubscriptions: ['/subscriptions', 'Add', STAFF],
  EditSubscriptions: ['/subscriptions', 'Edit', STAFF],
  DeleteSubscriptions: ['/subscriptions', 'Delete', MANAGER],
  ViewForecast: ['/forecast', 'View', VIEWER],
  ViewReports: ['/reports', 'View', STAFF],
  GenerateReport: ['/reports', 'Generate report', MANAGER],
  ViewReportAlerts: ['/reports/alerts', 'View', STAFF],
  ViewReportAlertActivity: ['/reports/alert-activity', 'View', STAFF],
  ViewMonthlyReport: ['/reports/monthly-report', 'View', STAFF],
  ViewWeeklyReport: ['/reports/weekly-report', 'View', STAFF],
  ViewSite: ['/site', 'View', STAFF],
  EditSite: ['/site', 'Edit', ADMINISTRATOR],
  ViewSubSites: ['/site/sub-sites', 'View', STAFF],
  AddSubSites: ['/site/sub-sites', 'Add', ADMINISTRATOR],
  EditSubSites: ['/site/sub-sites', 'Edit', ADMINISTRATOR],
  DeleteSubSites: ['/site/sub-sites', 'Delete', ADMINISTRATOR],
  ViewSiteImport: ['/site/sub-sites/import', 'View', ADMINISTRATOR],
  ViewDeviceGroups: ['/site/device-groups', 'View', STAFF],
  AddDeviceGroups: ['/site/device-groups', 'Add', MANAGER],
  EditDeviceGroups: ['/site/device-groups', 'Edit', MANAGER],
  DeleteDeviceGroups: ['/site/device-groups', 'Delete', MANAGER],
  ViewMaintenance: ['/site/maintenance', 'View', STAFF],
  EditMaintenance: ['/site/maintenance', 'Edit', MANAGER],
  ViewUserLists: ['/site/user-lists', 'View', STAFF],
  AddUserLists: ['/site/user-lists', 'Add', MANAGER],
  EditUserLists: ['/site/user-lists', 'Edit', MANAGER],
  DeleteUserLists: ['/site/user-lists', 'Delete', MANAGER],
  ViewWebhooks: ['/site/webhooks', 'View', ADMINISTRATOR],
  TestWebhook: ['/site/webhooks', 'Test webhook', ADMINISTRATOR],
  ViewWebhookRequests: ['/site/webhooks/request', 'View', ADMINISTRATOR],
  AddWebhookRequests: ['/site/webhooks/request', 'Add', ADMINISTRATOR],
  EditWebhookRequests: ['/site/webhooks/request', 'Edit', ADMINISTRATOR],
  DeleteWebhookRequests: ['/site/webhooks/request', 'Delete', ADMINISTRATOR],
  ViewWebhookEvents: ['/site/webhooks/events', 'View', ADMINISTRATOR],
  AddWebhookEvents: ['/site/webhooks/events', 'Add', ADMINISTRATOR],
  EditWebhookEvents: ['/site/webhooks/events', 'Edit', ADMINISTRATOR],
  DeleteWebhookEvents: ['/site/webhooks/events', 'Delete', ADMINISTRATOR],
  ManageGatewayTokens: ['/site', 'Manage gateway tokens', ADMINISTRATOR],
  ViewQuarantine: ['/site', 'View quarantine', MANAGER],
  ViewHistory: ['/site', 'View history', ADMINISTRATOR],
  ViewAdmin: ['/admin', 'View', SYSTEM],
  ViewInstallation: ['/admin', 'View installation', SYSTEM],
  ViewAdminUsers: ['/admin/users', 'View', SYSTEM],
  ViewSystemMessages: ['/admin/system-messages', 'View', SYSTEM],
  AddSystemMessages: ['/admin/system-messages', 'Add', SYSTEM],
  EditSystemMessages: ['/admin/system-messages', 'Edit', SYSTEM],
  DeleteSystemMessages: ['/admin/system-messages', 'Delete', SYSTEM],
  ViewAdminDevices: ['/admin/devices', 'View', SYSTEM],
  ManageModels: ['/admin/devices', 'Manage models', SYSTEM],
  ViewAdminSites: ['/admin/sites', 'View', SYSTEM],
  ManageSubscriptions: ['/admin/sites', 'Manage subscriptions', SYSTEM],
  ViewNotifications: ['/admin/notifications', 'View', SYSTEM],
  ViewBlacklist: ['/admin/blacklist', 'View', SYSTEM],
  EditBlacklist: ['/admin/blacklist', 'Edit', SYSTEM],
  ViewWebhookLog: ['/admin/webhooks', 'View', SYSTEM],
  ReplayWebhook: ['/admin/webhooks', 'Replay webhook', SYSTEM],
  ViewAdminAlerts: ['/admin/alerts', 'View', SYSTEM],
  ViewAuditLog: ['/admin/audit', 'View', SYSTEM],
  ViewHelp: ['/help', 'View', VIEWER],
} as const satisfies Record<string, readonly [url: string, actionName: string, lowestPriority: number]>

export type PermissionKey = keyof typeof permissions

export const permissionKeys = Object.keys(permissions) as PermissionKey[]

/**
 * Permissions for data shared by all customers. Users at any site other than the root do not have them, whatever their role.
 */
export const rootPermissions: ReadonlySet<PermissionKey> = new Set([
  'ViewInstallation',
  'ManageModels',
  'ManageSubscriptions',
  'ViewBlacklist',
  'EditBlacklist',
])

export interface Standing {
  /** The priority of the user's role. */
  priority: number
  /** Whether the user's own site is the root. */
  isAtRoot: boolean
}

export function permits({ priority, isAtRoot }: Standing, key: PermissionKey): boolean {
  return priority >= permissions[key][2] && (isAtRoot || !rootPermissions.has(key))
}

/** Returns the page name of a permission path: `/site/sub-sites` → `site-sub-sites` (spec 6). */
export function pageOf(url: string): string {
  return url.replace(/^\//, '').replaceAll('/', '-')
}

/** Pages that every signed-in user may open, regardless of role (spec 6). */
export const alwaysAllowedPages = [
  'dashboard',
  'my-schedule',
  'account-info',
  'announcements',
  'change-password',
  'multi-factor-auth',
] as const

/** Returns whether a page is permitted. A child page such as `site-sub-sites` requires every prefix of its path (spec 2). */
export function isPageAllowed(path: string, allowedPages: ReadonlySet<string>): boolean {
  const parts = path.replace(/^\//, '').split('/')
  return parts.every((_, depth) => allowedPages.has(parts.slice(0, depth + 1).join('-')))
}
