/** The number of devices and users at a site itself. */
export interface SiteTally extends SiteTotal {
  id: string
  parentId: string | null
}

/** The same for a site with everything below it. */
export interface SiteTotal {
  devices: number
  users: number
}

/** Adds up the tallies of sites and of those below. They are of a site with all sites below it, each before its parent. */
export function totalsOf(tallies: readonly SiteTally[]): ReadonlyMap<string, SiteTotal> {
  const totals = new Map(tallies.map(({ id, devices, users }) => [id, { devices, users }]))
  for (const { id, parentId } of tallies) {
    const total = totals.get(id)
    const above = totals.get(parentId ?? '')
    if (!total || !above) continue
    above.devices += total.devices
    above.users += total.users
  }
  return totals
}
