import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'
import { t } from '../../texts/i18n.ts'
import { useSiteChoices } from '../use-site-choices.ts'
import type { Target, TargetKind } from './term-values.ts'

/** How many matches of a search are offered. */
export const mostFound = 30

interface Found {
  /** Where to find it, or whom it reaches. */
  detail: string
}

export interface Candidates<T> {
  /** The first matches. undefined while loading. */
  found: (T & Found)[] | undefined
  /** How many more there are. */
  more: number
  /** Why they could not be loaded; null if they could. */
  failed: unknown
  retry: () => void
}

/** Combines the queries that the candidates come from. After a failure there are no candidates. */
export function candidates<T>(
  queries: readonly Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>[],
  found: () => readonly (T & Found)[],
  total: number,
): Candidates<T> {
  const failed = queries.find(({ error }) => error !== null)?.error ?? null
  const isPending = queries.some((query) => query.isPending)
  const shown = isPending || failed ? [] : found().slice(0, mostFound * queries.length)
  return {
    found: isPending && !failed ? undefined : [...shown],
    more: isPending || failed ? 0 : Math.max(total - shown.length, 0),
    failed,
    retry() {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

/** Finds devices, groups or sites of a site and its sub-sites that match a search. */
export function useTargets(kind: TargetKind, SiteId: string, search: string): Candidates<Target> {
  const query = { SiteId, search: search || undefined, PageSize: mostFound }
  const options = { placeholderData: keepPreviousData }
  const foundDevices = useQuery({
    ...queryOf(devices.list, { query }),
    ...options,
    enabled: kind === 'devices',
  })
  const foundGroups = useQuery({
    ...queryOf(groups.list, { query: { ...query, IsActive: true } }),
    ...options,
    enabled: kind === 'groups',
  })
  const sites = useSiteChoices(SiteId)
  if (kind === 'sites') {
    const asked = search.toLowerCase()
    const matching = sites.groups[0].items.filter(({ label }) => label.toLowerCase().includes(asked))
    const toTarget = ({ value, name, above }: (typeof matching)[number]) => ({
      Id: value,
      Name: name,
      kind,
      detail: above,
    })
    return candidates([sites.tree], () => matching.map(toTarget), matching.length)
  }
  if (kind === 'groups')
    return candidates(
      [foundGroups],
      () =>
        (foundGroups.data?.Items ?? []).map(({ Id, Name, DeviceCount }) => ({
          Id,
          Name,
          kind,
          detail: t('subscriptions.say.count.devices', { count: DeviceCount }),
        })),
      foundGroups.data?.Total ?? 0,
    )
  const items = foundDevices.data?.Items ?? []
  // Devices of the inventory belong to no site.
  const placed = items.filter(({ Site }) => Site !== null)
  return candidates(
    [foundDevices],
    () => placed.map(({ Id, Name, Site }) => ({ Id, Name, kind, detail: Site?.Name ?? '' })),
    (foundDevices.data?.Total ?? 0) - (items.length - placed.length),
  )
}
