import type { TFunction } from 'i18next'
import { ChevronDown, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../texts/date-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'
import type { AlertFilters } from './alert-search.ts'

/** Monday first; 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** Any Sunday, to derive weekday names from. */
const someSunday = Date.UTC(2026, 10, 15, 12)
const weekdayName = (day: number, style: 'short' | 'long') =>
  dateFormat('UTC', { weekday: style }).format(someSunday + day * 86_400_000)

/** In 12-hour or 24-hour format, as the reader prefers (spec 5). */
const hourName = (hour: number) =>
  dateFormat('UTC', { hour: '2-digit', minute: '2-digit' }).format(Date.UTC(2026, 0, 1, hour % 24))

interface HoursFilterProps {
  hours: AlertFilters['hours']
  days: AlertFilters['days']
  onChange: (change: Pick<AlertFilters, 'hours' | 'days'>) => void
}

/** Filters alerts by the hour and weekday of their start, in the time zone of each alert's site. */
export function HoursFilter({ hours, days, onChange }: HoursFilterProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const active = hours !== undefined || days !== undefined
  const [from, to] = hours ?? [0, 24]
  const setHours = (next: [number, number]) =>
    onChange({ days, hours: (next[1] - next[0] + 24) % 24 === 0 ? undefined : next })
  const toggleDay = (day: number) => {
    const next = days?.includes(day) ? days.filter((one) => one !== day) : [...(days ?? []), day].sort()
    onChange({ hours, days: next.length === 0 || next.length === 7 ? undefined : next })
  }
  return (
    <span className="filter-box">
      <Popover
        label={t('alerts.hours')}
        className="hours-menu"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={classNames('filter', active && 'on clearable')}>
            <Clock className="icon icon-sm" aria-hidden="true" />
            {t('alerts.hours')}: <b>{active ? nameOf(hours, days, t) : t('alerts.allHours')}</b>
            {!active && <ChevronDown className="icon icon-sm" aria-hidden="true" />}
          </button>
        }
      >
        <div className="hours-pair">
          <Select
            label={t('alerts.hoursFrom')}
            value={String(from)}
            options={hourOptions(0)}
            onChange={(value) => setHours([Number(value), to])}
          />
          <Select
            label={t('alerts.hoursTo')}
            value={String(to)}
            options={hourOptions(1)}
            onChange={(value) => setHours([from, Number(value)])}
          />
        </div>
        <fieldset className="day-toggles">
          <legend className="label">{t('alerts.weekdays')}</legend>
          {weekdays.map((day) => (
            <button
              key={day}
              type="button"
              className={classNames('filter', days?.includes(day) && 'on')}
              aria-pressed={days?.includes(day) ?? false}
              title={weekdayName(day, 'long')}
              onClick={() => toggleDay(day)}
            >
              {weekdayName(day, 'short')}
            </button>
          ))}
        </fieldset>
      </Popover>
      {active && (
        <button
          type="button"
          className="filter-clear"
          aria-label={`${t('action.clear')}: ${t('alerts.hours')}`}
          onClick={() => onChange({ hours: undefined, days: undefined })}
        >
          <X className="icon icon-sm" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

const hourOptions = (first: number) =>
  Array.from({ length: 24 }, (_, at) => ({ value: String(at + first), text: hourName(at + first) }))

function nameOf(hours: AlertFilters['hours'], days: AlertFilters['days'], t: TFunction): string {
  const span = hours && t('alerts.hoursSpan', { from: hourName(hours[0]), to: hourName(hours[1]) })
  const names = weekdays.filter((day) => days?.includes(day)).map((day) => weekdayName(day, 'short'))
  return [span, names.join(' ')].filter(Boolean).join(', ')
}
