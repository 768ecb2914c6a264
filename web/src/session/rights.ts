import { alwaysAllowedPages, isPageAllowed, type PermissionKey, pageOf } from '@eot/contract/permissions'
import type { GrantedPermissions } from '@eot/contract/users'

type Permission = GrantedPermissions['Permissions'][number]

/** What may be done at one URL. */
export interface UrlFeatures {
  add: boolean
  edit: boolean
  delete: boolean
  /** Every other action: its display name by its key. */
  custom: ReadonlyMap<string, string>
}

/** What the permission list of the server lets the user open and do (spec 6). */
export interface Rights {
  /** Of the user's role: nobody grants above their own. */
  priority: number
  /** Names of pages such as `site-sub-sites`, those that are always allowed included. */
  allowedPages: ReadonlySet<string>
  allowedUrls: ReadonlySet<string>
  featuresByUrl: ReadonlyMap<string, UrlFeatures>
  /** A flag for each key, of this version of the portal or not. */
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
 * Keys that start with View, Add, Edit or Delete are those actions, all others are custom (spec 3). So is a key whose
 * display name says more than the action: ViewQuarantine, "View quarantine", is a feature of the page of the site and
 * does not open it.
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

/** Of a URL without any permission: none. */
export const featuresAt = (rights: Rights, url: string): UrlFeatures =>
  rights.featuresByUrl.get(url) ?? noFeatures

/** Whether each prefix of the path is a page the user may open (spec 2). */
export const opensPage = (rights: Rights, path: string): boolean => isPageAllowed(path, rights.allowedPages)

export const hasFeature = (rights: Rights, key: PermissionKey): boolean => rights.permissionKeys.has(key)
