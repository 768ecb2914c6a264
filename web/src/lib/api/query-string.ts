/** The parameters the specification puts first. Filters follow in the order given (spec 7). */
const leading = ['Page', 'DeviceId', 'GroupId', 'SiteId', 'CountOnly', 'Mode']

/** Returns '' for an empty query. Arrays repeat the parameter; undefined and null are left out. */
export function queryString(query: Record<string, unknown> | undefined): string {
  if (!query) return ''
  const names = [...leading.filter((name) => name in query), ...Object.keys(query).filter(isFilter)]
  const search = new URLSearchParams()
  for (const name of names) {
    for (const value of [query[name]].flat()) {
      if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

const isFilter = (name: string) => !leading.includes(name)
