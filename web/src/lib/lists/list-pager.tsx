import type { UseQueryResult } from '@tanstack/react-query'
import { Pager } from '../../ui/pager.tsx'
import { pageSize } from './page-size.ts'

interface ListPagerProps {
  query: UseQueryResult<{ Total: number }>
  page: number
  /** Undefined is the first page, which the address does not tell. */
  onPage: (page: number | undefined) => void
}

/** Leads through the pages of a list that has any rows; past the last page the list itself offers the way back. */
export function ListPager({ query, page, onPage }: ListPagerProps) {
  const total = query.data?.Total ?? 0
  if (page * pageSize >= total) return null
  return <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => onPage(next || undefined)} />
}
