import { isWithin, pathBelow, siteIdsOf } from '../../access/site-path.ts'

/** Fewer devices can be reported separately, and two may fall silent together by chance. */
export const fewestDevices = 3
/** The share of the devices that were reporting until then (B8). */
const silentPercent = 80
/** Last contacts within this time count as simultaneous (B8), or within an interval if the device reports less often. */
const togetherMs = 120_000

export interface SilentDevice {
  alertId: string
  sitePath: string
  /** The last contact, in epoch ms. */
  silentSince: number
  intervalMs: number
}

export interface SiteOutage {
  sitePath: string
  /** The instant from which all of these devices were silent, in epoch ms. */
  since: number
  alertIds: string[]
}

/** Number of devices per site path that still report. */
export type Reporting = ReadonlyMap<string, number>

/**
 * Finds the outages among silent devices, each at the lowest site that has all of its devices. The top of the tree is judged
 * first, so that an outage of a campus is not reported as one of each building.
 */
export function siteOutages(silent: readonly SilentDevice[], reporting: Reporting): SiteOutage[] {
  const outages: SiteOutage[] = []
  let left = silent
  const sites = new Set(silent.flatMap(({ sitePath }) => pathsTo(sitePath)))
  for (const site of [...sites].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const within = left.filter(({ sitePath }) => isWithin(sitePath, site))
    if (within.length < fewestDevices) continue
    const together = fellTogether(within, countWithin(reporting, site))
    if (!together) continue
    const { devices, since } = together
    outages.push({
      sitePath: commonSite(devices.map(({ sitePath }) => sitePath)),
      since,
      alertIds: devices.map(({ alertId }) => alertId),
    })
    const covered = new Set(devices)
    left = left.filter((device) => !covered.has(device))
  }
  return outages
}

/**
 * Returns the most devices that can have fallen silent at one instant, if they are enough of those reporting until then; the
 * first of several such instants. A device was cut off at some time between its last contact and its next report.
 */
export function fellTogether(
  silent: readonly SilentDevice[],
  stillReporting: number,
): { devices: SilentDevice[]; since: number } | undefined {
  const contacts = silent.map(({ silentSince }) => silentSince).toSorted((a, b) => a - b)
  const latestCuts = silent.map(latestCut).toSorted((a, b) => a - b)
  let most = fewestDevices - 1
  let since: number | undefined
  let tooEarly = 0
  for (const [index, contact] of contacts.entries()) {
    if (contacts[index + 1] === contact) continue
    while ((latestCuts[tooEarly] ?? contact) < contact) tooEarly += 1
    const devices = index + 1 - tooEarly
    const reportedLater = silent.length - (index + 1)
    if (devices > most && isMost(devices, devices + reportedLater + stillReporting)) {
      most = devices
      since = contact
    }
  }
  if (since === undefined) return undefined
  const at = since
  return {
    devices: silent.filter((device) => device.silentSince <= at && at <= latestCut(device)),
    since: at,
  }
}

/** Counts the devices at a site and below that still report. */
export const countWithin = (reporting: Reporting, site: string): number =>
  [...reporting].reduce((sum, [path, count]) => (isWithin(path, site) ? sum + count : sum), 0)

/** Returns whether an outage has ended: so many of its devices are back that the others are exceptions. */
export const isRestored = (devices: number, silent: number): boolean => isMost(devices - silent, devices)

const isMost = (count: number, of: number): boolean => 100 * count >= silentPercent * of

const latestCut = ({ silentSince, intervalMs }: SilentDevice) =>
  silentSince + Math.max(togetherMs, intervalMs)

/** Returns the paths of a site and of all sites above it. */
const pathsTo = (path: string): string[] => {
  let above = ''
  return siteIdsOf(path).map((id) => {
    above = pathBelow(above, id)
    return above
  })
}

/** Returns the path of the lowest site that contains all of these sites. */
export function commonSite(paths: readonly string[]): string {
  const [first, ...others] = paths
  const shared = pathsTo(first ?? '').filter((path) => others.every((other) => isWithin(other, path)))
  return shared.at(-1) ?? ''
}
