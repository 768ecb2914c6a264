import type { Alert } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { rules as alertRules, type EffectiveRule } from '@eot/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert, Unplug } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffline } from '../../domain/device-state.ts'
import { Panel } from '../../domain/panel.tsx'
import { longestGapMs } from '../../domain/sensors/longest-gap.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { samplesOf } from '../../lib/live/reading-buffer.ts'
import { useNow } from '../../lib/time/now.ts'
import { shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useNear } from '../../ui/use-near.ts'
import { DeviceFacts, type DeviceReport } from './device-facts.tsx'
import { LiveSkeleton } from './live-skeleton.tsx'
import { hasLevel } from './sensor-limit.ts'
import { StreamPanel } from './stream-panel.tsx'
import { TileBoard } from './tile-board.tsx'
import { useChartLines } from './use-chart-lines.ts'
import { useDeviceAlerts } from './use-device-alerts.ts'
import { useFrozen } from './use-frozen.ts'
import { type LiveReadings, useLiveReadings } from './use-live-readings.ts'
import { useSpaceKey } from './use-space-key.ts'

const RoomScores = lazyAfterTexts(
  async () => (await import('../../domain/ratings/score-cards.tsx')).RoomScores,
)

interface LiveDeviceProps {
  siteId: string
  deviceId: string
  picker: ReactNode
}

/** Everything about one device. Remounted for another device. */
export function LiveDevice({ siteId, deviceId, picker }: LiveDeviceProps) {
  const status = useQuery(queryOf(devices.status, { params: { id: deviceId } }))
  return (
    <Panel
      query={status}
      skeleton={
        <>
          <div className="dev-head">{picker}</div>
          <LiveSkeleton />
        </>
      }
    >
      {(device) => <ReadDevice siteId={siteId} device={device} picker={picker} />}
    </Panel>
  )
}

/** Loads alerts and levels for the tiles. Without them the values are shown anyway. */
function ReadDevice({ siteId, device, picker }: { siteId: string; device: DeviceReport; picker: ReactNode }) {
  const latestMs = device.LatestAt === null ? null : Date.parse(device.LatestAt)
  const live = useLiveReadings(siteId, device.Id, device.ReportInterval * 1000, latestMs)
  const rules = useQuery(queryOf(alertRules.ofDevice, { params: { id: device.Id } }))
  const alerts = useDeviceAlerts(siteId, device.Id)
  const open = useMemo(() => alerts.items.filter(({ EndAt }) => EndAt === null), [alerts.items])
  const nowMs = useNow()
  const lastMs = live.readings.at(-1)?.[0] ?? latestMs
  const { isPending, failureCount } = live.first
  // Wait for past readings: live values alone would look like an hour without data. If the request fails, live values
  // suffice.
  const hasReadings = !isPending || (failureCount > 0 && live.readings.length > 0)
  const ready = alerts.settled && !rules.isPending && hasReadings
  return (
    <>
      <div className="dev-head">
        {picker}
        <DeviceFacts
          device={device}
          lastMs={lastMs}
          presentMs={live.sampleTime(nowMs)}
          openAlerts={alerts.allowed ? open : undefined}
        />
      </div>
      {!ready ? (
        <LiveSkeleton />
      ) : lastMs === null ? (
        <NeverReported device={device} />
      ) : (
        <LiveBoard
          siteId={siteId}
          device={device}
          live={live}
          rules={rules.data}
          onRetryRules={() => void rules.refetch()}
          alerts={alerts.items}
          open={open}
        />
      )}
    </>
  )
}

function NeverReported({ device }: { device: DeviceReport }) {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="vh">{device.Name}</h2>
      <Empty
        icon={Unplug}
        title={t('sensors.empty.neverReported')}
        action={
          <Link to="/devices" className="btn">
            {t('sensors.empty.allDevices')}
          </Link>
        }
      >
        {t('sensors.empty.neverReportedText')}
      </Empty>
    </section>
  )
}

interface LiveBoardProps {
  siteId: string
  device: DeviceReport
  live: LiveReadings
  /** undefined: loading failed. */
  rules: readonly EffectiveRule[] | undefined
  onRetryRules: () => void
  alerts: readonly Alert[]
  open: readonly Alert[]
}

const noRules: readonly EffectiveRule[] = []

function LiveBoard({ siteId, device, live, rules = noRules, onRetryRules, alerts, open }: LiveBoardProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const seesRatings = useAllowed('ViewRatings')
  const [place, isNear] = useNear()
  const timeZone = useTimeZone()
  const { sampleTime } = live
  const nowMs = useNow()
  const screen = useFrozen(live.readings, sampleTime(nowMs))
  useSpaceKey(screen.toggle)
  const [lines, toggle] = useChartLines(
    () => device.Kinds.filter((kind) => device.Latest[kind] !== undefined && hasLevel(rules, kind)),
    open,
  )
  const readNow = useCallback(() => sampleTime(Date.now()), [sampleTime])
  const samples = useMemo(
    () => new Map(device.Kinds.map((kind) => [kind, samplesOf(screen.readings, kind)])),
    [device.Kinds, screen.readings],
  )
  const intervalMs = device.ReportInterval * 1000
  const latestMs = device.LatestAt === null ? null : Date.parse(device.LatestAt)
  const shared = { rules, samples, lines, measurement, timeZone }
  return (
    <>
      {rules === noRules && (
        <Banner
          tone="caution"
          icon={TriangleAlert}
          action={
            <Button size="sm" onClick={onRetryRules}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('sensors.limitsNotLoaded')}
        </Banner>
      )}
      {isOffline(device.Status) && device.StatusSince !== null && (
        <Banner tone="caution" icon={Unplug}>
          {t('sensors.empty.offline', { time: shortTime(device.StatusSince, timeZone, nowMs) })}
        </Banner>
      )}
      {live.first.isError && live.readings.length === 0 ? (
        <section className="card">
          <h2 className="vh">{device.Name}</h2>
          <ErrorPanel text={failureText(live.first.error)} onRetry={() => void live.first.refetch()} />
        </section>
      ) : (
        <StreamPanel
          {...shared}
          deviceName={device.Name}
          onRemove={toggle}
          alerts={alerts}
          readNow={readNow}
          frozenMs={screen.frozenMs}
          onPause={screen.toggle}
          longestGapMs={longestGapMs(intervalMs)}
        />
      )}
      <TileBoard
        {...shared}
        kinds={device.Kinds}
        latest={device.Latest}
        latestMs={latestMs}
        silent={device.Silent}
        openAlerts={open}
        onToggle={toggle}
        presentMs={screen.presentMs}
        intervalMs={intervalMs}
      />
      <div ref={place}>
        {seesRatings && isNear && (
          <Suspense>
            <RoomScores siteId={siteId} deviceId={device.Id} />
          </Suspense>
        )}
      </div>
    </>
  )
}
