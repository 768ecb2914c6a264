import { defineList } from '../../lib/lists/define-list.ts'
import { parseReportSearch } from './report-search.ts'

export const ownReportList = defineList({ path: '/reports', sort: ['Name', 'Site'] })

/** Parses the address: the list, or one report of the archive instead. */
export const parseReportsSearch = (given: Record<string, unknown>) => {
  const { report } = parseReportSearch(given)
  return { ...ownReportList.parse(given), ...(report && { report }) }
}
