import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { Segments } from '../../ui/segments.tsx'

/** Selects the weekday to show where a whole week does not fit. */
export function DayChoice({ day, onChange }: { day: number; onChange: (day: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className="day-choice">
      <Segments
        fill
        label={t('schedule.day')}
        value={String(day)}
        options={weekdays.map((weekday) => ({
          value: String(weekday),
          text: (
            <>
              <span aria-hidden="true">{weekdayName(weekday, 'narrow')}</span>
              <span className="vh">{weekdayName(weekday, 'long')}</span>
            </>
          ),
        }))}
        onChange={(chosen) => onChange(Number(chosen))}
      />
    </div>
  )
}
