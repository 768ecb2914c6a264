/** The most devices named by a link. */
const mostNamed = 50

/** The alerts that a report counts. */
interface Counted {
  site: { id: string; timeZone: string }
  span: { from: Date; to: Date }
  deviceIds?: readonly string[] | undefined
}

interface Listed {
  type?: string
  device?: string
  /** This site only, without the sites below it. */
  atSite?: string
  weekday?: number
  hour?: number
}

/** Returns the path of the page that lists exactly the alerts counted in a figure. */
export function alertsLink({ site, span, deviceIds }: Counted, of: Listed = {}): string {
  const { type, device, atSite, weekday, hour } = of
  // More would make an address that browsers and proxies refuse: then the page lists the alerts of all devices.
  const devices = device ? [device] : (deviceIds?.length ?? 0) <= mostNamed ? deviceIds : undefined
  const filters = {
    range: 'custom',
    startTime: span.from.getTime(),
    endTime: span.to.getTime(),
    rangeBy: 'Start',
    ...(type && { type: [type] }),
    ...(devices && { device: devices }),
    ...(atSite && { site: [atSite] }),
    ...(weekday !== undefined && { days: [weekday] }),
    ...(hour !== undefined && { hours: [hour, (hour + 1) % 24], timeZone: site.timeZone }),
  }
  return `/reports/alerts?siteId=${site.id}&searchFilters=${encodeURIComponent(JSON.stringify(filters))}`
}
