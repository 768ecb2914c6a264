import { alerts } from '@eot/contract/alerts'
import { type DeviceState, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { siteIdInLink } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { chooseDevice } from './choose-device.ts'
import { suggestingAlerts } from './first-live-reads.ts'

/**
 * The devices of a site, and those that the address names. If it names none, one is suggested: it is shown at once, and
 * `onSuggest` puts it into the address. If it names one of another site, such as one that has moved since, that site is opened.
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
  const [absent] = known && named.length === 0 ? deviceIds : []
  const isElsewhere = useOpenElsewhere(siteId, absent)
  const suggested = useSuggestedDevice(siteId, known, named.length === 0 && !isElsewhere)
  const suggestedId = suggested?.Id

  useEffect(() => {
    if (suggestedId) onSuggest(suggestedId)
  }, [suggestedId, onSuggest])

  return { online, chosen: useMemo(() => (suggested ? [suggested] : named), [suggested, named]) }
}

/** Opens the site of a device that is not at this one. Returns whether it may be at another site. */
function useOpenElsewhere(siteId: string, deviceId: string | undefined): boolean {
  const own = useSession().site.siteId
  const navigate = useNavigate()
  const isWanted = useAllowed('ViewDevices') && deviceId !== undefined
  const device = useQuery({ ...queryOf(devices.get, { params: { id: deviceId ?? '' } }), enabled: isWanted })
  const place = isWanted ? device.data?.Site?.Id : undefined
  useEffect(() => {
    if (place === undefined || place === siteId) return
    void navigate({
      to: '.',
      search: (search) => ({ ...search, siteId: siteIdInLink(place, own) }),
      replace: true,
    })
  }, [place, siteId, own, navigate])
  return isWanted && (device.isPending || (place !== undefined && place !== siteId))
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
