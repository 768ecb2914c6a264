import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { isOnline } from '@eot/contract/is-online'
import type { SiteTreeNode } from '@eot/contract/sites'
import { levelOf, severityRank } from '../../domain/alerts/alert-words.ts'
import { compareTexts } from '../../texts/lists.ts'
import type { Level } from '../../ui/glyph.tsx'

/** One row of the health table: a sub-site with everything below it, the site itself, or a device. */
export interface HealthRow {
  id: string
  name: string
  kind: 'subSite' | 'ownSite' | 'device'
  level: Level
  open: Alert[]
  online: number
  total: number
  /** Alerts of the last 24 hours, including ended ones. */
  recent: Alert[]
  /** The state of the device, if the row is a device. */
  device?: DeviceState
  /** A site above the others, shown only if it has alerts or devices of its own. */
  passedThrough?: boolean
  /** How many sites the row covers, and how many of them are inactive. None for a device. */
  sites: number
  inactive: number
  /** The ids of these sites, or of the device. */
  covers: readonly string[]
}

interface TopSite {
  id: string
  name: string
  isInactive: boolean
  subSites: readonly SiteTreeNode[]
}

/** Groups devices and alerts by direct sub-site. The site itself has its own row. */
export function siteRows(
  site: TopSite,
  known: { open: readonly Alert[]; recent: readonly Alert[]; devices: readonly DeviceState[] },
): HealthRow[] {
  const places = placesOf(site)
  const rowOf = new Map(places.flatMap(({ id, covers }) => covers.map((covered) => [covered, id])))
  const at = (siteId: string) => rowOf.get(siteId) ?? site.id
  const [open, recent, devices] = [
    Map.groupBy(known.open, (alert) => at(alert.Site.Id)),
    Map.groupBy(known.recent, (alert) => at(alert.Site.Id)),
    Map.groupBy(known.devices, (device) => at(device.Site.Id)),
  ]
  return places
    .map((place) => {
      const there = devices.get(place.id) ?? []
      return makeRow(place, open.get(place.id) ?? [], recent.get(place.id) ?? [], there)
    })
    .filter((row) => !row.passedThrough || row.total > 0 || row.open.length > 0)
    .toSorted(worstFirst)
}

type Place = Pick<HealthRow, 'id' | 'name' | 'kind' | 'passedThrough' | 'sites' | 'inactive' | 'covers'>

/**
 * Sub-sites with everything below them. A single sub-site is replaced by its own sub-sites, since one row would say
 * nothing.
 */
function placesOf(site: TopSite): Place[] {
  const own = {
    id: site.id,
    name: site.name,
    kind: 'ownSite' as const,
    passedThrough: true,
    covers: [site.id],
    sites: 1,
    inactive: site.isInactive ? 1 : 0,
  }
  const [only, ...others] = site.subSites
  if (only && others.length === 0 && only.SubSites.length > 0) {
    const below = placesOf({
      id: only.Id,
      name: only.Name,
      isInactive: only.IsInactive,
      subSites: only.SubSites,
    })
    return [...below.map((place) => ({ ...place, kind: 'subSite' as const })), own]
  }
  return [
    ...site.subSites.map((node) => {
      const covered = withBelow(node)
      return {
        id: node.Id,
        name: node.Name,
        kind: 'subSite' as const,
        covers: covered.map(({ Id }) => Id),
        sites: covered.length,
        inactive: covered.filter(({ IsInactive }) => IsInactive).length,
      }
    }),
    own,
  ]
}

/** For a site without sub-sites: its devices. */
export function deviceRows(known: {
  open: readonly Alert[]
  recent: readonly Alert[]
  devices: readonly DeviceState[]
}): HealthRow[] {
  const open = Map.groupBy(known.open, (alert) => alert.Device.Id)
  const recent = Map.groupBy(known.recent, (alert) => alert.Device.Id)
  return known.devices
    .map((device) => {
      const none = { sites: 0, inactive: 0, covers: [device.Id] }
      const place = { id: device.Id, name: device.Name, kind: 'device' as const, ...none }
      return { ...makeRow(place, open.get(device.Id) ?? [], recent.get(device.Id) ?? [], [device]), device }
    })
    .toSorted(worstFirst)
}

function makeRow(place: Place, open: Alert[], recent: Alert[], devices: readonly DeviceState[]): HealthRow {
  const online = devices.filter(({ Status }) => isOnline(Status)).length
  const worst = worstOf(open)
  const { id, name, kind, passedThrough, sites, inactive, covers } = place
  return {
    ...{ id, name, kind, sites, inactive, covers },
    ...(passedThrough ? { passedThrough } : {}),
    level: worst
      ? levelOf(worst.Severity)
      : online < devices.length || inactive > 0 || devices.some(({ Unwatched }) => Unwatched)
        ? 'idle'
        : 'ok',
    open,
    recent,
    online,
    total: devices.length,
  }
}

/** Returns the alert to name: the newest of the most severe. */
export function worstOf(alerts: readonly Alert[]): Alert | undefined {
  return alerts.toSorted(worstThenNewest)[0]
}

/** Returns the open types, each once: most severe first, then most frequent. */
export function openTypes(alerts: readonly Alert[]): Alert['Type'][] {
  const byType = [...Map.groupBy(alerts, (alert) => alert.Type.Key).values()]
  return byType
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.length - a.length)
    .flatMap(([first]) => first?.Type ?? [])
}

const rankOf = (alerts: readonly Alert[]) => Math.min(...alerts.map(({ Severity }) => severityRank(Severity)))

export function worstThenNewest(a: Alert, b: Alert): number {
  return severityRank(a.Severity) - severityRank(b.Severity) || b.StartAt.localeCompare(a.StartAt)
}

const levels: Level[] = ['critical', 'serious', 'caution', 'info', 'idle', 'ok']

function worstFirst(a: HealthRow, b: HealthRow): number {
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    b.open.length - a.open.length ||
    b.recent.length - a.recent.length ||
    compareTexts(a.name, b.name, { sensitivity: 'base', numeric: true })
  )
}

const withBelow = (node: SiteTreeNode): SiteTreeNode[] => [node, ...node.SubSites.flatMap(withBelow)]

/** Counts the sub-sites with open alerts, for the headline. */
export function placesWithOpen(rows: readonly HealthRow[]): { places: number; of: number } {
  const subSites = rows.filter((row) => row.kind === 'subSite' && !row.passedThrough)
  return { places: subSites.filter((row) => row.open.length > 0).length, of: subSites.length }
}
