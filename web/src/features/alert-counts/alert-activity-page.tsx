import type { AlertCount } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import { alertTypes } from '@eot/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../domain/alert-counts/activity.ts'
import { ActivityBars } from '../../domain/alert-counts/activity-bars.tsx'
import { ActivityHeadline } from '../../domain/alert-counts/activity-headline.tsx'
import { CountList } from '../../domain/alert-counts/count-list.tsx'
import { DeviceAndSite } from '../../domain/alert-counts/device-and-site.tsx'
import { HourHeatmap } from '../../domain/alert-counts/hour-heatmap.tsx'
import { CopyLink } from '../../domain/copy-link.tsx'
import { Panel } from '../../domain/panel.tsx'
import { alertLook, FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { callForBlob } from '../../lib/api/api.ts'
import { CsvButton } from '../../lib/lists/download-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityFilterBar } from './activity-filters.tsx'
import { ActivityTrail } from './activity-trail.tsx'
import { AlertYear } from './alert-year.tsx'
import { CellAlerts } from './cell-alerts.tsx'
import { DrillLink } from './drill-link.tsx'
import { useActivity, useActivityCounts, useYear } from './use-activity.ts'
import { type TrailStep, useTrail } from './use-trail.ts'

/** When, where and why alerts start, compared with the preceding period. */
export function AlertActivityPage() {
  const { t } = useTranslation()
  const { activity, picked, pick } = useActivity()
  const counts = useActivityCounts(activity)
  const year = useYear(activity)
  const total = sumOf(counts.types.data)
  const trail = useTrail(activity)
  return (
    <>
      <ActivityTrail steps={trail} />
      <PageHead
        title={<Title count={total} trail={trail} />}
        sub={
          <ActivityHeadline
            count={total ?? 0}
            before={total === undefined ? undefined : sumOf(counts.typesBefore.data)}
            soFar={activity.now < activity.range.endTime}
          />
        }
        actions={
          <>
            <CopyLink range={activity.range} />
            <Link className="btn" to="/alerts" search={{ searchFilters: activity.listed() }}>
              {t('activity.showList')}
            </Link>
            <CsvButton
              name="alerts"
              load={() =>
                callForBlob(alerts.export, {
                  query: { ...activity.query, Method: 'Range', rangeBy: 'Start' },
                })
              }
            />
          </>
        }
      />
      <ActivityFilterBar activity={activity} />
      <div className="activity-cards">
        <section className="card">
          <header>
            <h2>{t('activity.overTime')}</h2>
            <span className="note">{t('activity.byType')}</span>
          </header>
          <div className="body">
            <Panel query={counts.overTime} skeleton={<Skeleton height={230} />}>
              {(series) => <ActivityBars series={series} activity={activity} />}
            </Panel>
          </div>
        </section>
        <CountList
          title={t('activity.types')}
          note={t('activity.change')}
          counts={counts.types}
          before={counts.typesBefore}
          color={({ Id }) => lookOf(Id).color}
          name={(count) => <TypeName count={count} activity={activity} />}
          empty={t('activity.none')}
        />
        <section className={classNames('card', !picked && 'across')}>
          <header>
            <h2>{t('activity.whenTitle')}</h2>
            <span className="note">{t('activity.whenNote')}</span>
          </header>
          <div className="body">
            <Panel query={counts.heatmap} skeleton={<Skeleton height={260} />}>
              {(heatmap) => (
                <HourHeatmap heatmap={heatmap} activity={activity} picked={picked} onPick={pick} />
              )}
            </Panel>
          </div>
        </section>
        {picked && <CellAlerts place={picked} activity={activity} onClose={() => pick(undefined)} />}
        <CountList
          title={t('activity.devices')}
          note={t('activity.top')}
          counts={counts.devices}
          before={counts.devicesBefore}
          color={() => 'var(--accent)'}
          name={(count) => (
            <DrillLink of="device" id={count.Id} activity={activity}>
              <DeviceAndSite count={count} />
            </DrillLink>
          )}
          empty={t('activity.none')}
        />
        <div className="stack">
          <CountList
            title={t('activity.groups')}
            counts={counts.groups}
            before={counts.groupsBefore}
            color={() => 'var(--accent)'}
            name={({ Id, Name }) => (
              <DrillLink of="group" id={Id} activity={activity}>
                {Name}
              </DrillLink>
            )}
            empty={t('activity.noGroups')}
          />
          <CountList
            title={t('activity.sites')}
            note={t('activity.top')}
            counts={counts.sites}
            before={counts.sitesBefore}
            color={() => 'var(--accent)'}
            name={({ Id, Name }) => (
              <DrillLink of="site" id={Id} activity={activity}>
                {Name}
              </DrillLink>
            )}
            empty={t('activity.none')}
          />
        </div>
        <section className="card across">
          <header>
            <h2>{t('year.title')}</h2>
            <span className="note">{t('activity.yearNote')}</span>
          </header>
          <div className="body">
            <Panel query={year} skeleton={<Skeleton height={190} />}>
              {(series) => <AlertYear series={series} activity={activity} />}
            </Panel>
          </div>
        </section>
      </div>
      <p className="muted activity-foot">{t('activity.foot')}</p>
    </>
  )
}

const sumOf = (counts: AlertCount[] | undefined) => counts?.reduce((sum, { Count }) => sum + Count, 0)

/** Names what the page was narrowed to. */
function Title({ count, trail }: { count: number | undefined; trail: readonly TrailStep[] }) {
  const { t } = useTranslation()
  if (count === undefined) return t('activity.title')
  const name = trail.length > 1 && trail.at(-1)?.name
  return name ? (
    <FormulaText text={t('activity.headlineOf', { name, count })} />
  ) : (
    t('activity.headline', { count })
  )
}

function lookOf(id: string) {
  const type = alertTypes.find(({ Id }) => Id === id)
  return alertLook(type?.Key ?? '', type?.Sensor ?? null)
}

function TypeName({ count, activity }: { count: AlertCount; activity: Activity }) {
  const type = alertTypes.find(({ Id }) => Id === count.Id)
  if (!type) return count.Name
  return (
    <DrillLink of="type" id={type.Key} activity={activity}>
      <FormulaText text={alertTypeName(type)} />
    </DrillLink>
  )
}
