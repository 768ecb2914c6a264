import './when.css'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import {
  isOvernight,
  isSameWindow,
  type PresetName,
  presets,
  type WeekWindow,
} from '../windows/week-window.ts'
import { WeekGrid } from './week-grid.tsx'
import type { TermsForm } from './what-fields.tsx'

/** The fields for when: common weeks, a week to draw in, and the same as input fields. */
export function WhenFields({ form }: { form: TermsForm }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const window: WeekWindow = { ...values.Hours, Days: values.Days }
  const change = ({ Days, StartTime, EndTime }: WeekWindow) => set({ Days, Hours: { StartTime, EndTime } })
  const runsOn = isOvernight(values.Hours)
  return (
    <>
      <fieldset className="plain-set row wrap presets">
        <legend className="vh">{t('subscriptions.editor.presets')}</legend>
        {(Object.keys(presets) as PresetName[]).map((name) => {
          const isChosen = isSameWindow(presets[name], window)
          return (
            <button
              key={name}
              type="button"
              className={classNames('filter', isChosen && 'on')}
              aria-pressed={isChosen}
              onClick={() => change(presets[name])}
            >
              {t(`subscriptions.editor.preset.${name}`)}
            </button>
          )
        })}
      </fieldset>
      <WeekGrid window={window} onChange={change} />
      <div className="when-row">
        <TimeField
          label={t('subscriptions.editor.from')}
          hour={values.Hours.StartTime}
          error={errors.Hours}
          onChange={(StartTime) => set({ Hours: { ...values.Hours, StartTime } })}
        />
        <TimeField
          label={t(runsOn ? 'subscriptions.editor.untilNextDay' : 'subscriptions.editor.until')}
          hour={values.Hours.EndTime}
          error={undefined}
          onChange={(EndTime) => set({ Hours: { ...values.Hours, EndTime } })}
        />
        <Days form={form} />
      </div>
      <p className="hint">
        {t('subscriptions.editor.oneWindow')} {runsOn && t('subscriptions.editor.runsOn')}
      </p>
    </>
  )
}

interface TimeFieldProps {
  label: string
  hour: number
  error: string | undefined
  onChange: (hour: number) => void
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A time of day in the format of the browser. The end of a day is the midnight at its end. */
function TimeField({ label, hour, error, onChange }: TimeFieldProps) {
  const minutes = Math.round(hour * 60) % (24 * 60)
  return (
    <TextField
      label={label}
      type="time"
      value={`${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`}
      error={error}
      onChange={(event) => {
        const [hours, rest] = event.currentTarget.value.split(':').map(Number)
        // Empty while a part is missing; the last complete time stays.
        if (hours !== undefined && rest !== undefined) onChange(hours + rest / 60)
      }}
    />
  )
}

function Days({ form }: { form: TermsForm }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <fieldset
      className="plain-set field day-buttons"
      aria-invalid={errors.Days ? true : undefined}
      tabIndex={-1}
    >
      <legend className="label">{t('subscriptions.editor.days')}</legend>
      <span className="days">
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={values.Days[day] === true}
            aria-label={weekdayName(day, 'long')}
            onClick={() => set({ Days: values.Days.map((isOn, at) => (at === day ? !isOn : isOn)) })}
          >
            {weekdayName(day, 'narrow')}
          </button>
        ))}
      </span>
      {errors.Days && (
        <p className="err" role="alert">
          {errors.Days}
        </p>
      )}
    </fieldset>
  )
}
