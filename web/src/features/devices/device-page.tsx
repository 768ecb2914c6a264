import './device-page.css'
import { type DeviceRecord, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine, ChevronLeft, Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { HistoryCard } from '../../domain/history/history-card.tsx'
import { Panel } from '../../domain/panel.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CommandsCard } from './commands-card.tsx'
import { ConnectionCard } from './connection/connection-card.tsx'
import { EditDeviceDrawer } from './edit-device-drawer.tsx'
import { KeyCard } from './key-card.tsx'
import { LatestCard } from './latest-card.tsx'
import { PlaceCard } from './place-card.tsx'
import { refreshEveryMs } from './refresh-every.ts'
import { RulesCard } from './rules/rules-card.tsx'
import { StateLine } from './state-line.tsx'

interface DevicePageProps {
  id: string
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Leaves the page, since the device was deleted or released. */
  onGone: () => Promise<void>
}

/** One device: its state in a sentence, its alert rules, history, commands, key and place. */
export function DevicePage(props: DevicePageProps) {
  const { id } = props
  const query = useQuery({
    ...queryOf(devices.get, { params: { id }, query: { details: true } }),
    refetchInterval: refreshEveryMs,
  })
  // This also happens when somebody else has deleted or moved it.
  if (query.error instanceof ApiError && query.error.code === 'device_not_found') return <Gone />
  return (
    <Panel
      query={query}
      className=""
      skeleton={
        <section className="card">
          <SkeletonRows rows={8} />
        </section>
      }
    >
      {(device) => <Loaded {...props} device={device} />}
    </Panel>
  )
}

function Gone() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('devices.page.goneTitle')} />
      <section className="card">
        <Empty icon={Cpu} title={t('devices.page.gone')} action={<AllDevices />} />
      </section>
    </>
  )
}

function AllDevices() {
  const { t } = useTranslation()
  return (
    <Link to="/devices" className="btn">
      <ChevronLeft className="icon" aria-hidden="true" />
      {t('devices.page.all')}
    </Link>
  )
}

function Loaded({ device, isEditing, onEdit, onGone }: DevicePageProps & { device: DeviceRecord }) {
  const { t } = useTranslation()
  const mayEdit = useAllowed('EditDevices')
  const mayOpenLive = useAllowed('ViewLiveSensorData')
  const isClaimed = device.Site !== null
  return (
    <div className={classNames('split', !(isEditing && mayEdit) && 'alone')}>
      <div>
        <PageHead
          title={device.Name}
          sub={<StateLine device={device} />}
          actions={
            <>
              <AllDevices />
              {mayOpenLive && isClaimed && (
                <Link to="/devices/live-sensor-data" search={{ deviceId: device.Id }} className="btn">
                  <ChartLine className="icon" aria-hidden="true" />
                  {t('devices.page.live')}
                </Link>
              )}
            </>
          }
        />
        <div className="device-cols">
          <div>
            <RulesCard deviceId={device.Id} modelName={device.Model.Name} siteName={device.Site?.Name} />
            {/* The key refetches it when the device goes online or offline. */}
            {isClaimed && <ConnectionCard key={device.Status} deviceId={device.Id} />}
          </div>
          <div>
            {isClaimed && mayOpenLive && <LatestCard deviceId={device.Id} />}
            {isClaimed && <CommandsCard deviceId={device.Id} />}
            <KeyCard device={device} />
            <PlaceCard device={device} onEdit={mayEdit ? () => onEdit(true) : undefined} onGone={onGone} />
          </div>
          <HistoryCard of={{ subject: device.Id }} />
        </div>
      </div>
      {isEditing && mayEdit && <EditDeviceDrawer device={device} onClose={() => onEdit(false)} />}
    </div>
  )
}
