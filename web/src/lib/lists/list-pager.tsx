import type { UseQueryResult } from '@tanstack/react-query'
import { Pager } from '../../ui/pager.tsx'
import { pageSize } from './page-size.ts'

interface ListPagerProps {
  query: UseQueryResult<{ Total: number }>
  page: number
  /** undefined: the first page, which is left out of the address. */
  onPage: (page: number | undefined) => void
}

/** The pager of a list that has rows. Past the last page the list itself offers a way back. */
export function ListPager({ query, page, onPage }: ListPagerProps) {
  const total = query.data?.Total ?? 0
  if (page * pageSize >= total) return null
  return <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => onPage(next || undefined)} />
}
