import './hero.css'
import './dashboard.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { useLiveStatus } from '../../lib/live/live-status.ts'
import { isMissingChunk } from '../../lib/missing-chunk.ts'
import type { DashboardView } from '../../session/shown-settings.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { useNear } from '../../ui/use-near.ts'
import { DeviceCard } from './device-card.tsx'
import { Headline, HeadlineContext } from './headline.tsx'
import { HealthTable } from './health-table.tsx'
import { AlertsByType, LatestAlerts } from './latest-alerts.tsx'
import { OpenAlerts } from './open-alerts.tsx'
import { type Dashboard, useDashboard } from './use-dashboard.ts'

const NoDevices = lazyAfterTexts(async () => (await import('./first-steps/no-devices.tsx')).NoDevices)
const ActivityCards = lazyAfterTexts(
  async () => (await import('./activity/activity-cards.tsx')).ActivityCards,
)
const ScoreRow = lazyAfterTexts(async () => (await import('./score-row.tsx')).ScoreRow)
const HintsCard = lazyAfterTexts(async () => (await import('./hints-card.tsx')).HintsCard)
const StepsLeft = lazyAfterTexts(async () => (await import('./first-steps/steps-left.tsx')).StepsLeft)

type Card = 'health' | 'devices' | 'alerts'

/** Open alerts are above the cards in each. */
const orders: Record<DashboardView, readonly Card[]> = {
  Info: ['health', 'devices', 'alerts'],
  Alerts: ['alerts', 'devices', 'health'],
  Devices: ['devices', 'health', 'alerts'],
}

/** The dashboard of the current site: the headline first, then the details in the order that the user or site has chosen. */
export function DashboardPage() {
  const dashboard = useDashboard()
  const { dashboardDefault } = useSession()
  const { t } = useTranslation()
  if (!dashboard.settled) return <DashboardSkeleton readsAlerts={dashboard.readsAlerts} />
  if (dashboard.online.data?.Total === 0)
    return (
      <Suspense fallback={<DashboardSkeleton readsAlerts={false} />}>
        <NoDevices siteName={dashboard.siteName} />
      </Suspense>
    )
  const cards: Record<Card, ReactNode> = {
    health: <Health key="health" dashboard={dashboard} />,
    devices: (
      <Panel
        key="devices"
        query={dashboard.online}
        className="c4"
        skeleton={<CardSkeleton className="c4" rows={6} />}
      >
        {(answer) => <DeviceCard answer={answer} />}
      </Panel>
    ),
    alerts: dashboard.readsAlerts && (
      <Panel
        key="alerts"
        query={dashboard.recent.query}
        className="c8"
        skeleton={<CardSkeleton className="c8" rows={6} />}
      >
        {() => (
          <>
            <LatestAlerts dashboard={dashboard} />
            <AlertsByType dashboard={dashboard} />
          </>
        )}
      </Panel>
    ),
  }
  return (
    <>
      <div className="hero">
        {dashboard.readsAlerts ? (
          <Panel query={dashboard.open.query} className="" skeleton={<HeroSkeleton />}>
            {() =>
              dashboard.unconfirmed.isPending ? (
                <HeroSkeleton />
              ) : (
                <div>
                  <Headline dashboard={dashboard} />
                  <HeadlineContext dashboard={dashboard} />
                </div>
              )
            }
          </Panel>
        ) : (
          <h1 tabIndex={-1}>{dashboard.siteName || t('dashboard.title')}</h1>
        )}
      </div>
      <OpenAlerts dashboard={dashboard} />
      <div className="grid dash">{orders[dashboardDefault].map((name) => cards[name])}</div>
      <Below dashboard={dashboard} />
    </>
  )
}

/** The content below the first screen, loaded when the reader scrolls near it. */
function Below({ dashboard }: { dashboard: Dashboard }) {
  const mayAdd = useAllowed('AddDevices')
  const seesRatings = useAllowed('ViewRatings')
  const [place, isNear] = useNear()
  return (
    <div ref={place} className="below">
      {isNear && (
        <CatchBoundary getResetKey={() => 'below'} errorComponent={BelowMissing}>
          <Suspense>
            {seesRatings && <ScoreRow />}
            {dashboard.readsAlerts && <ActivityCards />}
            {dashboard.readsAlerts && <HintsCard />}
            {mayAdd && <StepsLeft dashboard={dashboard} />}
          </Suspense>
        </CatchBoundary>
      )}
    </div>
  )
}

/** Shown if the code of this content could not be loaded. The open alerts above stay visible. */
function BelowMissing({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const { status } = useLiveStatus()
  if (!isMissingChunk(error)) throw error
  // Without a connection, the page could not be loaded again.
  const reload = status === 'live' ? () => window.location.reload() : undefined
  return <ErrorPanel text={t('shell.status.newVersion')} onRetry={reload} />
}

/** Shown only once everything is loaded: without the alerts every site would look quiet. */
function Health({ dashboard }: { dashboard: Dashboard }) {
  const { tree, online, open, recent, readsAlerts } = dashboard
  const needed: UseQueryResult<unknown>[] = [tree, online, ...(readsAlerts ? [open.query, recent.query] : [])]
  const missing = needed.filter(({ data }) => data === undefined)
  const first = missing.find(({ isError }) => isError) ?? missing[0]
  if (!first) return <HealthTable dashboard={dashboard} />
  return (
    <Panel query={first} className="c8" skeleton={<CardSkeleton className="c8" rows={7} />}>
      {() => null}
    </Panel>
  )
}

/** Shown until all first responses have arrived; late ones would push down what is already being read. */
function DashboardSkeleton({ readsAlerts }: { readsAlerts: boolean }) {
  return (
    <>
      <div className="hero">
        <HeroSkeleton />
      </div>
      <div className="grid dash">
        <CardSkeleton className="c8" rows={7} />
        <CardSkeleton className="c4" rows={6} />
        {readsAlerts && <CardSkeleton className="c8" rows={6} />}
      </div>
    </>
  )
}

function HeroSkeleton() {
  return (
    <div className="hero-skeleton">
      <Skeleton width="min(420px, 80%)" height={30} />
      <Skeleton width="min(640px, 95%)" height={18} />
    </div>
  )
}

function CardSkeleton({ className, rows }: { className: string; rows: number }) {
  return (
    <section className={`card ${className}`}>
      <div className="body skeleton-body">
        <SkeletonRows rows={rows} />
      </div>
    </section>
  )
}
