import { hourName } from '../../lib/time/weekdays.ts'
import type { AlertFilters } from './alert-search.ts'

export interface HoursFilterProps extends HoursMenuProps {
  /** The time zone of the hours and weekdays. undefined: that of each alert's site. */
  timeZone: AlertFilters['timeZone']
  onChange: (change: Pick<AlertFilters, 'hours' | 'days' | 'timeZone'>) => void
}

export interface HoursMenuProps {
  hours: AlertFilters['hours']
  days: AlertFilters['days']
  onChange: (change: Pick<AlertFilters, 'hours' | 'days'>) => void
}

/** The 24 hours from `first` on, as options of a select box; with a `step`, every second, third … of them (spec 9). */
export const hourOptions = (first: number, step = 1) =>
  Array.from({ length: Math.ceil(24 / step) }, (_, at) => first + at * step).map((hour) => ({
    value: String(hour),
    text: hourName(hour),
  }))
