import { type SearchHits, search } from '@eot/contract/search'
import { sites } from '@eot/contract/sites'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { byRank } from './match.ts'
import {
  hitGroups,
  matchingGroups,
  matchingItems,
  type PaletteGroup,
  type PaletteItem,
  recentItem,
} from './palette-items.ts'
import { readRecent } from './recent.ts'
import { useActionItems, usePageItems } from './use-commands.ts'
import { useOpensRoute } from './use-opens-route.ts'

/** The first character of the text limits what is searched. */
export const prefixes = { '@': 'Sites', '#': 'Devices', '~': 'Users', '>': 'Actions' } as const
export type Prefix = keyof typeof prefixes

export const prefixOf = (typed: string): Prefix | undefined =>
  (Object.keys(prefixes) as Prefix[]).find((prefix) => typed.startsWith(prefix)) // its own keys

const restMs = 120

const noHits: SearchHits = { Sites: [], Devices: [], Users: [] }

/** Returns what the palette shows for a text: matches, or without a text, recent items, pages and actions. */
export function usePaletteGroups(typed: string) {
  const { t } = useTranslation()
  const { user } = useSession()
  const prefix = prefixOf(typed)
  const text = typed.slice(prefix ? 1 : 0).trim()
  const kind = prefix && prefixes[prefix]
  const hitKind = kind === 'Actions' ? undefined : kind
  const settled = useSettled(text)
  const mayHaveHits = text !== '' && kind !== 'Actions'
  const isRemote = settled !== '' && mayHaveHits
  const query = useQuery({
    ...queryOf(search.find, { query: { text: settled, ...(hitKind && { kind: [hitKind] }) } }),
    enabled: isRemote,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  const siteIds = query.data?.Sites.map(({ Id }) => Id) ?? []
  const maySeeSites = useAllowed('ViewSubSites')
  const overview = useQuery({
    ...queryOf(sites.overview, { query: { SiteIds: siteIds } }),
    enabled: isRemote && siteIds.length > 0 && maySeeSites,
    staleTime: 5000,
  })
  const canOpenUsers = useOpensRoute()('/users')
  const found = (items: PaletteItem[]) =>
    matchingItems(items, text).toSorted((one, other) => (text ? byRank(text)(one.name, other.name) : 0))
  const actions = found(useActionItems())
  const pages = found(usePageItems())
  const groups: PaletteGroup[] = []
  if (text === '' && !prefix)
    groups.push({ title: t('palette.recent'), items: readRecent(user.Id).map(recentItem) })
  // Until the server has answered this search, hits of the previous one that match it too are shown.
  const isAnswered = settled === text && !query.isPlaceholderData
  if (isRemote) {
    const { data } = query
    const ofKind = data && hitKind ? { ...noHits, [hitKind]: data[hitKind] } : data
    const hits = hitGroups(t, ofKind, { text: settled, canOpenUsers, overviews: overview.data ?? [] })
    groups.push(...(isAnswered ? hits : matchingGroups(hits, text)))
  }
  if (!kind || kind === 'Actions') {
    groups.push({ title: t('palette.actions'), items: actions })
    groups.push({ title: t('palette.pages'), items: pages })
  }
  const isSearching = query.isFetching || (mayHaveHits && settled !== text)
  return { text, prefix, query, isSearching, groups: groups.filter(({ items }) => items.length > 0) }
}

/** Returns the text, debounced until typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
