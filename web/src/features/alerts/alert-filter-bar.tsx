import './alert-filters.css'
import { type Severity, severities } from '@eot/contract/vocabulary'
import { Activity, CalendarPlus, Tag, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { DeviceFilter, GroupFilter, SiteFilter } from '../../domain/alerts/place-filters.tsx'
import { RangeFilter } from '../../domain/range-filter.tsx'
import { raisedTypeOptions, raisedTypes } from '../../domain/sensors/raised-types.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { classNames } from '../../ui/class-names.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Picker, PickOne } from '../../ui/picker.tsx'
import { defaultRange } from './alert-query.ts'
import { HoursFilter } from './hours-filter.tsx'
import { useAlertSearch } from './use-alert-list.ts'

export function AlertFilterBar({ range }: { range: TimeRange }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const { filters, filter } = useAlertSearch()
  return (
    <search className="filters scroll" aria-label={t('alerts.filters')}>
      <RangeFilter
        preset={filters.range ?? defaultRange}
        range={range}
        zone={zone}
        onChange={(preset, custom) =>
          filter({
            range: preset,
            startTime: custom?.startTime,
            endTime: custom?.endTime,
            // A new time range includes all alerts that were open in it, so that ongoing ones are not hidden.
            rangeBy: undefined,
          })
        }
      />
      <TypeFilter />
      <PlaceFilters />
      <SeverityFilter />
      <HoursFilter hours={filters.hours} days={filters.days} timeZone={filters.timeZone} onChange={filter} />
      <StateFilters />
    </search>
  )
}

function TypeFilter() {
  const { t } = useTranslation()
  const { filters, filter } = useAlertSearch()
  const chosen = filters.type ?? []
  const first = raisedTypes.find((type) => type.Key === chosen[0])
  return (
    <Picker
      label={t('alerts.type')}
      icon={Tag}
      options={raisedTypeOptions()}
      chosen={chosen}
      onChange={(next) => filter({ type: next.length > 0 ? next : undefined })}
      allText={t('alerts.allOf', { count: raisedTypes.length })}
      chosenText={
        chosen.length === 1 && first ? alertTypeName(first) : t('alerts.count', { count: chosen.length })
      }
    />
  )
}

function PlaceFilters() {
  const { filters, filter } = useAlertSearch()
  return (
    <>
      <DeviceFilter chosen={filters.device} onChange={(device) => filter({ device })} />
      {/* Links from counts set these. */}
      {filters.group && <GroupFilter chosen={filters.group} onChange={(group) => filter({ group })} />}
      {filters.site && <SiteFilter chosen={filters.site} onChange={(site) => filter({ site })} />}
    </>
  )
}

function SeverityFilter() {
  const { t } = useTranslation()
  const { filters, filter } = useAlertSearch()
  const chosen = filters.severity ?? []
  const [first] = chosen
  return (
    <Picker
      label={t('alerts.severity')}
      icon={TriangleAlert}
      options={severities.map((severity) => ({
        value: severity,
        text: t(`vocabulary.severity.${severity}`),
        shown: (
          <span className="row">
            <Glyph level={levelOf(severity)} />
            {t(`vocabulary.severity.${severity}`)}
          </span>
        ),
      }))}
      chosen={chosen}
      onChange={(next) => filter({ severity: next.length > 0 ? (next as Severity[]) : undefined })} // the options are severities
      allText={t('alerts.all')}
      chosenText={
        chosen.length === 1 && first
          ? t(`vocabulary.severity.${first}`)
          : t('alerts.count', { count: chosen.length })
      }
    />
  )
}

type Confirmed = 'all' | 'no' | 'yes'

function StateFilters() {
  const { t } = useTranslation()
  const { filters, filter } = useAlertSearch()
  const value: Confirmed = filters.confirmed === undefined ? 'all' : filters.confirmed ? 'yes' : 'no'
  const options: { value: Confirmed; text: string }[] = [
    { value: 'all', text: t('alerts.all') },
    { value: 'no', text: t('alerts.notConfirmed') },
    { value: 'yes', text: t('alerts.confirmed') },
  ]
  const onChange = (next: Confirmed) => filter({ confirmed: next === 'all' ? undefined : next === 'yes' })
  return (
    <>
      <button
        type="button"
        className={classNames('filter', filters.ongoing && 'on')}
        aria-pressed={filters.ongoing === true}
        onClick={() => filter({ ongoing: filters.ongoing ? undefined : true })}
      >
        <Activity className="icon icon-sm" aria-hidden="true" />
        {t('alerts.ongoingOnly')}
      </button>
      <button
        type="button"
        className={classNames('filter', filters.rangeBy && 'on')}
        aria-pressed={filters.rangeBy === 'Start'}
        title={t('alerts.startedOnlyTitle')}
        onClick={() => filter({ rangeBy: filters.rangeBy ? undefined : 'Start' })}
      >
        <CalendarPlus className="icon icon-sm" aria-hidden="true" />
        {t('alerts.startedOnly')}
      </button>
      <PickOne
        label={t('alerts.status')}
        value={value}
        options={options}
        onChange={onChange}
        active={value !== 'all'}
      />
    </>
  )
}
