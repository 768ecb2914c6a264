import { type AlertSearch, parseAlertSearch } from '../alert-search.ts'

/** Like the list of alerts, but by default those that started in the last 28 days. */
export function parseReportSearch(given: Record<string, unknown>): AlertSearch {
  const search = parseAlertSearch(given)
  return { ...search, searchFilters: search.searchFilters ?? { range: 'last28days', rangeBy: 'Start' } }
}
