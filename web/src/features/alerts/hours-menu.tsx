import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/select.tsx'
import { type HoursMenuProps, hourOptions } from './alert-hours.ts'

/** The menu of the filter by hours and weekdays. */
export function HoursMenu({ hours, days, onChange }: HoursMenuProps) {
  const { t } = useTranslation()
  const [from, to] = hours ?? [0, 24]
  const setHours = (next: [number, number]) =>
    onChange({ days, hours: (next[1] - next[0] + 24) % 24 === 0 ? undefined : next })
  const toggleDay = (day: number) => {
    const next = days?.includes(day) ? days.filter((one) => one !== day) : [...(days ?? []), day].sort()
    onChange({ hours, days: next.length === 0 || next.length === 7 ? undefined : next })
  }
  return (
    <>
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
    </>
  )
}
