/**
 * Returns the path of a site below another one. A path lists the ids from the root down to the site, each followed by a
 * slash, so the paths of a subtree are exactly those that start with the path of its top site.
 */
export function pathBelow(parentPath: string, siteId: string): string {
  return `${parentPath}${siteId}/`
}

/** Returns the ids on a path, from the root down. */
export function siteIdsOf(path: string): string[] {
  return path.split('/').slice(0, -1)
}

/** Returns whether `path` is `topPath` or below it. */
export function isWithin(path: string, topPath: string): boolean {
  return path.startsWith(topPath)
}

/**
 * Returns the customer of a site: the site below the root on its path; undefined for the root itself. Equal to `customer_of` in
 * SQL.
 */
export const customerOf = (path: string): string | undefined => siteIdsOf(path)[1]
