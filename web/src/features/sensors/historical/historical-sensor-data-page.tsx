import '../device-head.css'
import '../live.css'
import './history.css'
import './periods-key.css'
import type { DeviceState } from '@eot/contract/devices'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyLink } from '../../../domain/copy-link.tsx'
import { Panel } from '../../../domain/panel.tsx'
import { RangeFilter } from '../../../domain/range-filter.tsx'
import { CsvButton, ParquetButton } from '../../../lib/lists/download-button.tsx'
import { useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { NoDevices } from '../no-devices.tsx'
import { useChosenDevices } from '../use-chosen-devices.ts'
import { CompareMenu } from './compare-menu.tsx'
import { DeviceHistory } from './device-history.tsx'
import { DevicesHistory } from './devices-history.tsx'
import { loadHistoryCsv, loadHistoryParquet } from './history-files.ts'
import { useHistoricalSearch } from './use-historical-search.ts'

/** The values of up to six devices over any period; both are in the address. */
export function HistoricalSensorDataPage() {
  const siteId = useCurrentSiteId()
  const historical = useHistoricalSearch()
  const { set } = historical
  const suggest = useCallback((deviceId: string) => set({ deviceId }, true), [set])
  const { online, chosen } = useChosenDevices(siteId, historical.deviceIds, suggest)
  return (
    <Panel query={online} skeleton={<PageSkeleton />}>
      {({ Items }) =>
        Items.length === 0 ? (
          <>
            <Head />
            <NoDevices />
          </>
        ) : isFilled(chosen) ? (
          <Chosen devices={Items} {...{ chosen, siteId, historical }} />
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

type Filled = readonly [DeviceState, ...DeviceState[]]

const isFilled = (chosen: readonly DeviceState[]): chosen is Filled => chosen.length > 0

interface ChosenProps {
  chosen: Filled
  devices: readonly DeviceState[]
  siteId: string
  historical: ReturnType<typeof useHistoricalSearch>
}

function Chosen({ chosen, devices, siteId, historical }: ChosenProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const sitePath = useSitePath()
  const { range, preset, zone, filters, view, set, filter, choose } = historical
  const [first, ...others] = chosen
  const shown = { devices: chosen, range, zone }
  const file = `sensor-data-${chosen.map(({ Name }) => Name).join('-')}`
  const otherIds = others.map(({ Id }) => Id)
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
            <CsvButton
              name={file}
              load={() => loadHistoryCsv(shown, { compare: filters.compare, measurement })}
            />
            <ParquetButton name={file} load={() => loadHistoryParquet(shown)} />
          </>
        }
      />
      <search className="filters history-bar" aria-label={t('historical.filters')}>
        <DevicePicker
          devices={devices}
          chosen={first}
          siteName={sitePath.data?.name}
          onChoose={(id) => choose([id, ...otherIds])}
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
          devices={devices.filter(({ Id }) => Id !== first.Id)}
          chosen={otherIds}
          isBefore={filters.compare === 'before' && others.length === 0}
          onChoose={(ids) => choose([first.Id, ...ids])}
          onBefore={(isBefore) => filter({ compare: isBefore ? 'before' : undefined })}
        />
      </search>
      {others.length > 0 ? (
        <DevicesHistory devices={chosen} historical={historical} />
      ) : (
        <DeviceHistory device={first} {...{ historical, siteId }} />
      )}
    </>
  )
}
