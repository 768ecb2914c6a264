import { isOnline } from '@eot/contract/is-online'
import type { SearchHits } from '@eot/contract/search'
import type { SiteOverview } from '@eot/contract/site-tree'
import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import { Building2, Cpu, User } from 'lucide-react'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { roleText } from '../../domain/role-text.ts'
import type { Level } from '../../ui/glyph.tsx'
import { matches } from './match.ts'
import type { Recent } from './recent.ts'

/** A line of the palette. It opens an address or does something. */
export interface PaletteItem {
  key: string
  icon: LucideIcon
  name: string
  detail: string
  /** Why no alerts or readings come from there. */
  mark?: string | undefined
  /** Its current state: its open alerts with the highest level, or else its devices. */
  state?: { text: string; level?: Level } | undefined
  /** Letters of its shortcut. */
  keys?: readonly string[] | undefined
  to?: { path: string; search: Record<string, unknown> }
  run?: () => void
  recent?: Recent
}

export interface PaletteGroup {
  title: string
  items: PaletteItem[]
}

const icons = { site: Building2, device: Cpu, user: User }

/** Returns where a record opens. A device or person opens at its own site, which the current one may not include. */
export function recentItem(recent: Recent): PaletteItem {
  const { kind, id, name, detail, siteId } = recent
  const to = {
    site: { path: '/dashboard', search: { siteId: id } },
    device: { path: '/devices/live-sensor-data', search: { deviceId: id, siteId } },
    user: { path: '/users', search: { user: id, siteId } },
  }[kind]
  return { key: `${kind}${id}`, icon: icons[kind], name, detail, to, recent }
}

interface Known {
  /** The search text. */
  text: string
  canOpenUsers: boolean
  /** Overviews of the sites, as far as they are loaded and permitted. */
  overviews: readonly SiteOverview[]
}

/** The groups without the items that a text does not match. */
export const matchingGroups = (groups: readonly PaletteGroup[], text: string): PaletteGroup[] =>
  groups.map(({ title, items }) => ({ title, items: matchingItems(items, text) }))

/** The items whose name and detail match a text. */
export const matchingItems = (items: readonly PaletteItem[], text: string): PaletteItem[] =>
  items.filter(({ name, detail }) => matches(`${name} ${detail}`, text))

/**
 * The hits of the server, by kind. Kinds whose own names match come first: a search for a site also finds the devices there.
 */
export function hitGroups(
  t: TFunction,
  hits: SearchHits | undefined,
  { text, canOpenUsers, overviews }: Known,
): PaletteGroup[] {
  if (!hits) return []
  const stateOf = (id: string): PaletteItem['state'] => {
    const overview = overviews.find(({ Id }) => Id === id)
    if (!overview) return undefined
    const { OpenAlerts, Severity, Devices } = overview
    if (OpenAlerts === 0 || Severity === null) return { text: t('palette.deviceCount', { count: Devices }) }
    return { text: t('palette.openCount', { count: OpenAlerts }), level: levelOf(Severity) }
  }
  const pathText = (path: readonly { Name: string }[]) => path.map(({ Name }) => Name).join(' / ')
  const groups: PaletteGroup[] = [
    {
      title: t('palette.devices'),
      items: hits.Devices.map(({ Id, Name, Mac, Path, Site, Status, Unwatched }) => {
        const detail = `${pathText(Path) || (Site?.Name ?? t('palette.inventory'))}, ${Mac}`
        const known = { id: Id, name: Name, detail, ...(Site && { siteId: Site.Id }) }
        return {
          ...recentItem({ kind: 'device', ...known }),
          mark: Unwatched ? t('dashboard.notWatched') : isOnline(Status) ? undefined : Status,
        }
      }),
    },
    {
      title: t('palette.sites'),
      items: hits.Sites.map(({ Id, Name, Path, IsInactive }) => ({
        ...recentItem({ kind: 'site', id: Id, name: Name, detail: pathText(Path) }),
        mark: IsInactive ? t('shell.inactive') : undefined,
        state: IsInactive ? undefined : stateOf(Id),
      })),
    },
    {
      title: t('palette.people'),
      items: hits.Users.map(({ Id, Name, Path, UserRole }) => {
        const detail = [roleText(UserRole.Name), Path.at(-1)?.Name].filter(Boolean).join(', ')
        return recentItem({ kind: 'user', id: Id, name: Name, detail })
      }).filter(() => canOpenUsers),
    },
  ]
  const isNamed = ({ items }: PaletteGroup) => items.some(({ name }) => matches(name, text))
  const [named, others] = [groups.filter(isNamed), groups.filter((group) => !isNamed(group))]
  return [...named, ...others].filter(({ items }) => items.length > 0)
}
