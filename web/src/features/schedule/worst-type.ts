import { type SiteCoverage, schedule } from '@eot/contract/schedule'
import { alertTypes } from '@eot/contract/vocabulary'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'

export const criticalTypes = alertTypes.filter(({ Severity }) => Severity === 'Critical')

type Hours = readonly Pick<SiteCoverage, 'UnheardHours'>[]

/** Returns the index of the coverage with the most uncovered hours, or of the first one if several have as many. */
export function worstOf(coverages: readonly Hours[]): number {
  const hours = coverages.map((sites) => sites.reduce((sum, { UnheardHours }) => sum + UnheardHours, 0))
  return Math.max(0, hours.indexOf(Math.max(...hours)))
}

/**
 * Returns the key of the critical alert type that is covered worst at the first sites, or of the first critical type if no
 * coverage can be read. undefined: still loading. All types together would look covered as soon as one of them is.
 */
export function useWorstType(SiteId: string, PageSize: number, enabled: boolean): string | undefined {
  const queries = useQueries({
    queries: criticalTypes.map(({ Id }) => ({
      ...queryOf(schedule.coverage, { query: { SiteId, alertType: Id, Page: 0, PageSize } }),
      enabled,
    })),
  })
  if (!enabled || queries.some(({ isPending }) => isPending)) return undefined
  return criticalTypes[worstOf(queries.map(({ data }) => data?.Items ?? []))]?.Key
}
