/** The first is how the list stands without being told. */
export const deviceSortFields = ['Name', 'Mac', 'Site', 'LastSeenAt'] as const
export type DeviceSortField = (typeof deviceSortFields)[number]
