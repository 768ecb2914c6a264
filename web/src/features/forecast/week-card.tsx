import type { ExpectedDay, WeeklyForecast } from '@eot/contract/forecast'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { DayBars } from './day-bars.tsx'
import { busiestDay, dayAndMonth, dayName, meanText, shownHours } from './forecast-words.ts'

/** The coming days beside each other, on one scale. */
export function WeekCard({ forecast }: { forecast: WeeklyForecast }) {
  const { t } = useTranslation()
  const { Days, DaysOfData } = forecast
  const most = Math.max(
    2,
    ...Days.flatMap(({ Hours }) => Hours.map(({ High80, Mean }) => Math.max(High80, Math.ceil(Mean)))),
  )
  const shown = { ...shownHours(Days), most }
  const busiest = busiestDay(Days)
  return (
    <section className="card fc-week-card">
      <header>
        <h2>{t('forecast.byHour')}</h2>
        <div className="end fc-keys">
          <span>
            <i className="fc-key most" />
            {t('forecast.most')}
          </span>
          <span>
            <i className="fc-key half" />
            {t('forecast.half')}
          </span>
          <span>
            <i className="fc-key line" />
            {t('forecast.mean')}
          </span>
        </div>
      </header>
      <ol className="fc-week">
        {Days.map((day) => (
          <li key={day.Date} className={classNames(day === busiest && day.Mean >= 0.5 && 'peak')}>
            <Day day={day} {...shown} />
          </li>
        ))}
      </ol>
      <p className="foot">{t('forecast.scale', { most, count: DaysOfData })}</p>
    </section>
  )
}

function Day({ day, ...shown }: { day: ExpectedDay; from: number; to: number; most: number }) {
  const { t } = useTranslation()
  const range = { low: day.Low80, high: day.High80 }
  const words = { day: dayName(day.Date, 'long'), mean: meanText(day.Mean), ...range }
  return (
    <>
      <div className="fc-day">
        <h3>
          {dayName(day.Date, 'short')} <small>{dayAndMonth(day.Date)}</small>
        </h3>
        <p>
          <b className="fc-total">{meanText(day.Mean)}</b>
          <small>{t('forecast.range', range)}</small>
        </p>
      </div>
      {day.Closed === null ? (
        <DayBars
          {...shown}
          hours={day.Hours.map((hour) => ({ ...hour, hour: hour.Hour }))}
          label={t('forecast.day', words)}
        />
      ) : (
        <div className="fc-closed">
          <span>
            {t('forecast.closed')}
            <br />
            {day.Closed}
          </span>
        </div>
      )}
    </>
  )
}
