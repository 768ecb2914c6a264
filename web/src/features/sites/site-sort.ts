/** The first is how the list stands without being told. */
export const siteSortFields = ['Name', 'City', 'TimeZone'] as const
export type SiteSortField = (typeof siteSortFields)[number]
