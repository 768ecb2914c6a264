import '../device-head.css'
import '../live.css'
import './history.css'
import type { DeviceState } from '@eot/contract/devices'
import { sensors } from '@eot/contract/sensors'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyLink } from '../../../domain/copy-link.tsx'
import { Panel } from '../../../domain/panel.tsx'
import { RangeFilter } from '../../../domain/range-filter.tsx'
import { call, callForFile } from '../../../lib/api/api.ts'
import { CsvButton, ParquetButton } from '../../../lib/lists/download-button.tsx'
import { useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { NoDevices } from '../no-devices.tsx'
import { useChosenDevice } from '../use-chosen-device.ts'
import { CompareMenu } from './compare-menu.tsx'
import { DeviceHistory } from './device-history.tsx'
import { historyCsv } from './history-csv.ts'
import { toLane } from './lanes.ts'
import { useHistoricalSearch } from './use-historical-search.ts'
import { useHistory } from './use-history.ts'

/** The values of one device over any period; both are in the address. */
export function HistoricalSensorDataPage() {
  const siteId = useCurrentSiteId()
  const historical = useHistoricalSearch()
  const { set } = historical
  const suggest = useCallback((deviceId: string) => set({ deviceId }, true), [set])
  const { online, chosen } = useChosenDevice(siteId, historical.deviceId, suggest)
  return (
    <Panel query={online} skeleton={<PageSkeleton />}>
      {({ Items }) =>
        Items.length === 0 ? (
          <>
            <Head />
            <NoDevices />
          </>
        ) : chosen ? (
          <OneDevice device={chosen} devices={Items} {...{ siteId, historical }} />
        ) : (
          <PageSkeleton />
        )
      }
    </Panel>
  )
}

function Head({ actions }: { actions?: React.ReactNode }) {
  const { t } = useTranslation()
  return <PageHead title={t('historical.title')} actions={actions} />
}

const PageSkeleton = () => (
  <>
    <Head />
    <Skeleton height={560} />
  </>
)

interface OneDeviceProps {
  device: DeviceState
  devices: readonly DeviceState[]
  siteId: string
  historical: ReturnType<typeof useHistoricalSearch>
}

function OneDevice({ device, devices, siteId, historical }: OneDeviceProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const sitePath = useSitePath()
  const { range, preset, zone, filters, view, set, filter } = historical
  const history = useHistory({ siteId, deviceId: device.Id, range, compare: filters.compare, zone })
  const asked = {
    params: { id: device.Id },
    query: { ...range, timeZone: zone, percentiles: 'Points', quality: true },
  } as const
  const csv = async () => {
    const { Graphs } = await call(sensors.graphs, asked)
    const lanes = Graphs.filter(({ Points }) => Points.length > 0)
    return historyCsv(
      lanes.map((graph) => toLane(graph, {}, measurement)),
      zone,
    )
  }
  return (
    <>
      <Head
        actions={
          <>
            <Segments
              label={t('historical.view')}
              value={view}
              options={[
                { value: 'chart', text: t('historical.asChart') },
                { value: 'table', text: t('historical.asTable') },
              ]}
              onChange={(value) => set({ view: value === 'table' ? 'table' : undefined })}
            />
            <CopyLink range={range} />
            <CsvButton name={`sensor-data-${device.Name}`} load={csv} />
            <ParquetButton
              name={`sensor-data-${device.Name}`}
              load={() => callForFile(sensors.graphs, asked, 'parquet')}
            />
          </>
        }
      />
      <search className="filters history-bar" aria-label={t('historical.filters')}>
        <DevicePicker
          devices={devices}
          chosen={device}
          siteName={sitePath.data?.name}
          onChoose={(deviceId) => set({ deviceId })}
        />
        <RangeFilter
          preset={preset}
          range={range}
          zone={zone}
          onChange={(next, custom) =>
            filter({ range: next, startTime: custom?.startTime, endTime: custom?.endTime })
          }
        />
        <CompareMenu
          devices={devices.filter(({ Id }) => Id !== device.Id)}
          compare={filters.compare}
          onChange={(compare) => filter({ compare })}
        />
      </search>
      <DeviceHistory {...{ device, historical, history }} />
    </>
  )
}
