import './range-filter.css'
import { Calendar, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RangePreset, rangePresets } from '../lib/time/range-presets.ts'
import { fromLocalInput, type TimeRange, toLocalInput } from '../lib/time/time-range.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'
import type { PopoverProps } from '../ui/popover-props.ts'
import { Segments } from '../ui/segments.tsx'
import { rangeName } from './range-name.ts'
import { useFoldedNav } from './use-folded-nav.ts'

const usual: RangePreset[] = ['last24hours', 'today', 'last7days', 'last28days']

interface RangeFilterProps {
  preset: RangePreset
  range: TimeRange
  zone: string
  onChange: (preset: RangePreset, custom?: TimeRange) => void
}

/** The most common ranges as buttons, with the others and a custom range in a menu. */
export function RangeFilter({ preset, range, zone, onChange }: RangeFilterProps) {
  const { t } = useTranslation()
  const narrow = useFoldedNav()
  const rare = narrow ? rangePresets : rangePresets.filter((one) => !usual.includes(one))
  const isRare = narrow || !usual.includes(preset)
  const name = rangeName(preset, range, zone)
  const menu = (
    <MoreRanges
      presets={rare.filter((one) => one !== 'custom')}
      {...{ preset, range, zone, onChange }}
      trigger={
        narrow ? (
          <button type="button" className="filter">
            <Calendar className="icon icon-sm" aria-hidden="true" />
            <b>{name}</b>
            <ChevronDown className="icon icon-sm" aria-hidden="true" />
          </button>
        ) : (
          <button type="button" aria-pressed={isRare}>
            {isRare ? name : t('range.more')}
            <ChevronDown className="icon icon-sm" aria-hidden="true" />
          </button>
        )
      }
    />
  )
  if (narrow) return menu
  return (
    <Segments
      label={t('range.label')}
      value={preset}
      options={usual.map((value) => ({ value, text: t(`range.${value}`) }))}
      onChange={(value) => onChange(value)}
    >
      {menu}
    </Segments>
  )
}

function MoreRanges(props: RangeFilterProps & { presets: RangePreset[]; trigger: PopoverProps['trigger'] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { presets, preset, trigger, onChange } = props
  return (
    <Popover
      label={t('range.label')}
      className="range-menu"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      {(close) => (
        <>
          <ul>
            {presets.map((one) => (
              <li key={one}>
                <button
                  type="button"
                  className={classNames('menu-item', one === preset && 'chosen')}
                  aria-pressed={one === preset}
                  onClick={() => {
                    onChange(one)
                    close()
                  }}
                >
                  {t(`range.${one}`)}
                </button>
              </li>
            ))}
          </ul>
          <hr />
          <CustomRange {...props} onDone={close} />
        </>
      )}
    </Popover>
  )
}

function CustomRange({ range, zone, onChange, onDone }: RangeFilterProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(toLocalInput(range.startTime, zone))
  const [to, setTo] = useState(toLocalInput(range.endTime, zone))
  const [startTime, endTime] = [fromLocalInput(from, zone), fromLocalInput(to, zone)]
  const valid = startTime !== undefined && endTime !== undefined && startTime < endTime

  function handleSubmit(event: React.SubmitEvent) {
    event.preventDefault()
    if (!valid) return
    onChange('custom', { startTime, endTime })
    onDone()
  }

  return (
    <form className="custom-range" onSubmit={handleSubmit}>
      <span className="caps">{t('range.custom')}</span>
      <TextField
        label={t('range.from')}
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        label={t('range.to')}
        type="datetime-local"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={from && to && !valid ? t('range.invalid') : undefined}
      />
      <Button type="submit" variant="primary" disabled={!valid}>
        {t('action.apply')}
      </Button>
    </form>
  )
}
