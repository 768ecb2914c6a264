import type { TFunction } from 'i18next'
import { ChevronDown, Clock, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../lib/time/now.ts'
import { zoneNames } from '../../lib/time/time.ts'
import { hourName, weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { HoursFilterProps, HoursMenuProps } from './alert-hours.ts'
import type { AlertFilters } from './alert-search.ts'

/** Loaded when it is opened, since its select boxes are large. */
const HoursMenu = lazy(async () => ({ default: (await import('./hours-menu.tsx')).HoursMenu }))

/**
 * Filters alerts by the hour and weekday at which they started: in the given time zone, which is then shown, or by default in
 * that of each alert's site.
 */
export function HoursFilter({ hours, days, timeZone, onChange }: HoursFilterProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const now = useMinute()
  const active = hours !== undefined || days !== undefined
  const zone = timeZone && zoneNames(timeZone, now)
  const change = (next: Parameters<HoursMenuProps['onChange']>[0]) =>
    onChange({ ...next, timeZone: next.hours || next.days ? timeZone : undefined })
  return (
    <span className="filter-box">
      <Popover
        label={t('alerts.hours')}
        className="hours-menu"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            className={classNames('filter', active && 'on clearable')}
            title={active && zone ? zone.detail : undefined}
          >
            <Clock className="icon icon-sm" aria-hidden="true" />
            {t('alerts.hours')}: <b>{active ? nameOf(hours, days, t) : t('alerts.allHours')}</b>
            {active && zone && <span className="faint">{zone.name}</span>}
            {!active && <ChevronDown className="icon icon-sm" aria-hidden="true" />}
          </button>
        }
      >
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <HoursMenu hours={hours} days={days} onChange={change} />
        </Suspense>
      </Popover>
      {active && (
        <button
          type="button"
          className="filter-clear"
          aria-label={`${t('action.clear')}: ${t('alerts.hours')}`}
          onClick={() => change({ hours: undefined, days: undefined })}
        >
          <X className="icon icon-sm" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

function nameOf(hours: AlertFilters['hours'], days: AlertFilters['days'], t: TFunction): string {
  const span = hours && t('alerts.hoursSpan', { from: hourName(hours[0]), to: hourName(hours[1]) })
  const names = weekdays.filter((day) => days?.includes(day)).map((day) => weekdayName(day, 'short'))
  return [span, names.join(' ')].filter(Boolean).join(', ')
}
