import { alwaysAllowedPages, isPageAllowed, type PermissionKey, pageOf } from '@eot/contract/permissions'
import type { GrantedPermissions } from '@eot/contract/users'

type Permission = GrantedPermissions['Permissions'][number]

/** The actions permitted to the user at one URL. */
export interface UrlFeatures {
  add: boolean
  edit: boolean
  delete: boolean
  /** All other actions: display name by key. */
  custom: ReadonlyMap<string, string>
}

/** The pages and actions that the server's permission list allows the user (spec 6). */
export interface Rights {
  /** Priority of the user's role. Users cannot grant a higher one. */
  priority: number
  /** Names of pages such as `site-sub-sites`, including those that are always allowed. */
  allowedPages: ReadonlySet<string>
  allowedUrls: ReadonlySet<string>
  featuresByUrl: ReadonlyMap<string, UrlFeatures>
  /** A flag for each key, including keys unknown to this version of the portal. */
  permissionKeys: ReadonlySet<string>
}

export function rightsOf({ Priority, Permissions }: GrantedPermissions): Rights {
  const allowedUrls = new Set(Permissions.filter((one) => actionOf(one) === 'View').map(({ Url }) => Url))
  const byUrl = Map.groupBy(Permissions, ({ Url }) => Url)
  return {
    priority: Priority,
    allowedPages: new Set([...alwaysAllowedPages, ...[...allowedUrls].map(pageOf)]),
    allowedUrls,
    featuresByUrl: new Map([...byUrl].map(([url, permissions]) => [url, featuresOf(permissions)])),
    permissionKeys: new Set(Permissions.map(({ Key }) => Key)),
  }
}

const actions = ['View', 'Add', 'Edit', 'Delete'] as const

/**
 * Keys that start with View, Add, Edit or Delete are those actions, all others are custom (spec 3). A key whose
 * display name says more than the action is custom too: ViewQuarantine, "View quarantine", is a feature of the site
 * page and does not open it.
 */
export function actionOf({ Key, ActionName }: Permission): (typeof actions)[number] | 'Custom' {
  return actions.find((action) => Key.startsWith(action) && ActionName === action) ?? 'Custom'
}

function featuresOf(permissions: readonly Permission[]): UrlFeatures {
  const found = new Set(permissions.map(actionOf))
  const custom = permissions.filter((one) => actionOf(one) === 'Custom')
  return {
    add: found.has('Add'),
    edit: found.has('Edit'),
    delete: found.has('Delete'),
    custom: new Map(custom.map(({ Key, ActionName }) => [Key, ActionName])),
  }
}

const noFeatures: UrlFeatures = { add: false, edit: false, delete: false, custom: new Map() }

/** Empty for a URL without permissions. */
export const featuresAt = (rights: Rights, url: string): UrlFeatures =>
  rights.featuresByUrl.get(url) ?? noFeatures

/** Whether each prefix of the path is a page the user may open (spec 2). */
export const opensPage = (rights: Rights, path: string): boolean => isPageAllowed(path, rights.allowedPages)

export const hasFeature = (rights: Rights, key: PermissionKey): boolean => rights.permissionKeys.has(key)
