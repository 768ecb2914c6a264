/** The site of a query. Some values mean the user's own site, and never appear in links (spec 2). */
export function siteIdOf(searched: string | undefined, ownSiteId: string): string {
  return !searched || searched === 'broken' ? ownSiteId : searched
}
