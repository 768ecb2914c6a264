import './device-head.css'
import './live.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { DevicePicker } from './device-picker.tsx'
import { LiveDevice } from './live-device.tsx'
import { LiveSkeleton } from './live-skeleton.tsx'
import { NoDevices } from './no-devices.tsx'
import { useChosenDevices } from './use-chosen-devices.ts'

/** The live values of one device, which the address names. */
export function LiveSensorDataPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const sitePath = useSitePath()
  const { deviceId } = useSearch({ from: '/portal/devices/live-sensor-data' })
  const navigate = useNavigate({ from: '/devices/live-sensor-data' })
  const open = useCallback(
    (id: string, replace = false) =>
      void navigate({ search: (search) => ({ ...search, deviceId: id }), replace }),
    [navigate],
  )
  const suggest = useCallback((id: string) => open(id, true), [open])
  const {
    online,
    chosen: [chosen],
  } = useChosenDevices(siteId, deviceId ? [deviceId] : [], suggest)

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
                  onChoose={(id) => open(id)}
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
