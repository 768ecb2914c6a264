/**
 * A site's `path` is the ids from the root down to itself, each followed by a slash,
 * so that the paths of a subtree are exactly those that begin with the path of its top.
 */
export function pathBelow(parentPath: string, siteId: string): string {
  return `${parentPath}${siteId}/`
}

/** The ids on a path, from the root down. */
export function siteIdsOf(path: string): string[] {
  return path.split('/').slice(0, -1)
}

/** Whether the site at `path` is the one at `topPath` or below it. */
export function isWithin(path: string, topPath: string): boolean {
  return path.startsWith(topPath)
}
