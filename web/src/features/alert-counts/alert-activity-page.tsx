import type { AlertCount } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import { alertTypes } from '@eot/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../domain/alert-counts/activity.ts'
import { ActivityBars } from '../../domain/alert-counts/activity-bars.tsx'
import { ActivityHeadline } from '../../domain/alert-counts/activity-headline.tsx'
import { CountList } from '../../domain/alert-counts/count-list.tsx'
import { CountedDevice } from '../../domain/alert-counts/counted-device.tsx'
import { HourHeatmap } from '../../domain/alert-counts/hour-heatmap.tsx'
import { YearCalendar } from '../../domain/alert-counts/year-calendar.tsx'
import { CopyLink } from '../../domain/copy-link.tsx'
import { Panel } from '../../domain/panel.tsx'
import { RangeFilter } from '../../domain/range-filter.tsx'
import { raisedTypeOptions, raisedTypes } from '../../domain/sensors/raised-types.tsx'
import { alertLook, FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { callForBlob } from '../../lib/api/api.ts'
import { CsvButton } from '../../lib/lists/download-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CellAlerts } from './cell-alerts.tsx'
import { useActivity, useActivityCounts, useYear } from './use-activity.ts'

/** When, where and why alerts start, compared with the preceding period. */
export function AlertActivityPage() {
  const { t } = useTranslation()
  const { activity, picked, pick } = useActivity()
  const counts = useActivityCounts(activity)
  const year = useYear(activity)
  const total = sumOf(counts.types.data)
  return (
    <>
      <PageHead
        title={total === undefined ? t('activity.title') : t('activity.headline', { count: total })}
        sub={
          <ActivityHeadline
            count={total ?? 0}
            before={total === undefined ? undefined : sumOf(counts.typesBefore.data)}
          />
        }
        actions={
          <>
            <CopyLink range={activity.range} />
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
      <Filters activity={activity} />
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
          name={(count) => <CountedDevice count={count} activity={activity} />}
          empty={t('activity.none')}
        />
        <div className="stack">
          <CountList
            title={t('activity.groups')}
            counts={counts.groups}
            before={counts.groupsBefore}
            color={() => 'var(--accent)'}
            name={({ Name }) => <span className="truncate">{Name}</span>}
            empty={t('activity.noGroups')}
          />
          <CountList
            title={t('activity.sites')}
            note={t('activity.top')}
            counts={counts.sites}
            before={counts.sitesBefore}
            color={() => 'var(--accent)'}
            name={({ Name }) => <span className="truncate">{Name}</span>}
            empty={t('activity.none')}
          />
        </div>
        <section className="card across">
          <header>
            <h2>{t('activity.year')}</h2>
            <span className="note">{t('activity.yearNote')}</span>
          </header>
          <div className="body">
            <Panel query={year} skeleton={<Skeleton height={190} />}>
              {(series) => <YearCalendar series={series} activity={activity} />}
            </Panel>
          </div>
        </section>
      </div>
      <p className="muted activity-foot">{t('activity.foot')}</p>
    </>
  )
}

const sumOf = (counts: AlertCount[] | undefined) => counts?.reduce((sum, { Count }) => sum + Count, 0)

function lookOf(id: string) {
  const type = alertTypes.find(({ Id }) => Id === id)
  return alertLook(type?.Key ?? '', type?.Sensor ?? null)
}

function TypeName({ count, activity }: { count: AlertCount; activity: Activity }) {
  const type = alertTypes.find(({ Id }) => Id === count.Id)
  if (!type) return count.Name
  return (
    <Link
      className="plain-link truncate"
      to="/alerts"
      search={{ searchFilters: activity.listed({ type: [type.Key] }) }}
    >
      <FormulaText text={alertTypeName(type)} />
    </Link>
  )
}

function Filters({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { filters, preset, range, zone, filter } = activity
  const chosen = filters.type ?? []
  const first = raisedTypes.find(({ Key }) => Key === chosen[0])
  return (
    <search className="filters activity-filters" aria-label={t('activity.filters')}>
      <RangeFilter
        preset={preset}
        range={range}
        zone={zone}
        onChange={(next, custom) =>
          filter({ range: next, startTime: custom?.startTime, endTime: custom?.endTime })
        }
      />
      <Picker
        label={t('alerts.type')}
        icon={Tag}
        options={raisedTypeOptions()}
        chosen={chosen}
        onChange={(type) => filter({ type: type.length > 0 ? type : undefined })}
        allText={t('alerts.allOf', { count: raisedTypes.length })}
        chosenText={chosen.length === 1 && first ? alertTypeName(first) : String(chosen.length)}
      />
    </search>
  )
}
