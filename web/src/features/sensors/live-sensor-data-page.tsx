import './device-head.css'
import './live.css'
import { alerts } from '@eot/contract/alerts'
import { type DeviceState, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { Allowed, useAllowed } from '../../session/use-session.tsx'
import { Empty } from '../../ui/empty.tsx'
import { chooseDevice } from './choose-device.ts'
import { DevicePicker } from './device-picker.tsx'
import { suggestingAlerts } from './first-live-reads.ts'
import { LiveDevice } from './live-device.tsx'
import { LiveSkeleton } from './live-skeleton.tsx'

/** The live values of one device, which the address names. */
export function LiveSensorDataPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const sitePath = useSitePath()
  const { deviceId } = useSearch({ from: '/portal/devices/live-sensor-data' })
  const navigate = useNavigate({ from: '/devices/live-sensor-data' })
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const named = online.data?.Items.find(({ Id }) => Id === deviceId)
  const suggested = useSuggestedDevice(siteId, online.data?.Items, named === undefined)
  // Shown at once; the address follows.
  const chosen = named ?? suggested
  const suggestedId = suggested?.Id

  useEffect(() => {
    if (suggestedId)
      void navigate({ search: (search) => ({ ...search, deviceId: suggestedId }), replace: true })
  }, [suggestedId, navigate])

  return (
    <>
      <h1 className="vh" tabIndex={-1}>
        {t('sensors.title')}
      </h1>
      <Panel query={online} skeleton={<LiveSkeleton />}>
        {({ Items }) =>
          Items.length === 0 ? (
            <NoDevices />
          ) : chosen ? (
            <LiveDevice
              key={chosen.Id}
              siteId={siteId}
              deviceId={chosen.Id}
              picker={
                <DevicePicker
                  devices={Items}
                  chosen={chosen}
                  siteName={sitePath.data?.name}
                  onChoose={(id) => void navigate({ search: (search) => ({ ...search, deviceId: id }) })}
                />
              }
            />
          ) : (
            <LiveSkeleton />
          )
        }
      </Panel>
    </>
  )
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

function NoDevices() {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="vh">{t('sensors.device')}</h2>
      <Empty
        icon={Cpu}
        title={t('sensors.empty.noDevices')}
        action={
          <Allowed to="AddDevices">
            <Link to="/devices" className="btn primary">
              {t('sensors.empty.addDevice')}
            </Link>
          </Allowed>
        }
      >
        {t('sensors.empty.noDevicesText')}
      </Empty>
    </section>
  )
}
