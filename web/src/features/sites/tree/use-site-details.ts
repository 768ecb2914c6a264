import type { SiteOverview } from '@eot/contract/site-tree'
import { sites } from '@eot/contract/sites'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../lib/api/query.ts'
import type { TreeRow } from './site-tree.ts'

export type SiteDetails = ReadonlyMap<string, SiteOverview>

/** Rows that are read at once. */
const blockRows = 50

/** Returns the blocks of ids of the rows from `first` to `last`, exclusive. Scrolling by a row requests nothing new. */
export function blocksOf(rows: readonly TreeRow[], first: number, last: number): string[][] {
  const blocks: string[][] = []
  for (let start = Math.floor(first / blockRows) * blockRows; start < last; start += blockRows)
    blocks.push(rows.slice(start, start + blockRows).map(({ site }) => site.Id))
  return blocks
}

const combine = (results: UseQueryResult<SiteOverview[]>[]) => ({
  found: results.flatMap(({ data }) => data ?? []),
  failed: results.find(({ isError }) => isError),
})

/** Reads the details of these sites. Earlier ones are kept until they are refetched. */
export function useSiteDetails(blocks: readonly (readonly string[])[]) {
  const { found, failed } = useQueries({
    queries: blocks.map((ids) => queryOf(sites.overview, { query: { SiteIds: [...ids] } })),
    combine,
  })
  const [known, setKnown] = useState<{ found: readonly SiteOverview[]; details: SiteDetails }>({
    found: [],
    details: new Map(),
  })
  if (found === known.found) return { details: known.details, failed }
  const details = new Map([...known.details, ...found.map((site) => [site.Id, site] as const)])
  setKnown({ found, details })
  return { details, failed }
}
