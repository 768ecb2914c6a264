import { alerts } from '@eot/contract/alerts'
import { type DeviceState, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { chooseDevice } from './choose-device.ts'
import { suggestingAlerts } from './first-live-reads.ts'

/**
 * The devices of a site, and those that the address names. If it names none, one is suggested: it is shown at once, and
 * `onSuggest` puts it into the address.
 */
export function useChosenDevices(
  siteId: string,
  deviceIds: readonly string[],
  onSuggest: (deviceId: string) => void,
) {
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const known = online.data?.Items
  const named = useMemo(
    () => deviceIds.flatMap((id) => known?.find(({ Id }) => Id === id) ?? []),
    [known, deviceIds],
  )
  const suggested = useSuggestedDevice(siteId, known, named.length === 0)
  const suggestedId = suggested?.Id

  useEffect(() => {
    if (suggestedId) onSuggest(suggestedId)
  }, [suggestedId, onSuggest])

  return { online, chosen: useMemo(() => (suggested ? [suggested] : named), [suggested, named]) }
}

/** undefined: not wanted, or not known yet. */
function useSuggestedDevice(
  siteId: string,
  known: readonly DeviceState[] | undefined,
  wanted: boolean,
): DeviceState | undefined {
  const allowed = useAllowed('ViewAlerts')
  const open = useQuery({
    ...queryOf(alerts.list, suggestingAlerts(siteId)),
    enabled: allowed && wanted,
  })
  if (!wanted || !known || (allowed && open.isPending)) return undefined
  return chooseDevice(known, open.data?.Items ?? [])
}
