import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/combobox.tsx'
import { useMinute } from './now.ts'
import { clockTime } from './time.ts'
import { zoneChoices } from './zone-choices.ts'

interface TimeZoneFieldProps {
  label: string
  value: string
  onChange: (zone: string) => void
  error: string | undefined
  /** Explains what the chosen zone is used for, given its current time. */
  hint: (time: string) => string
}

export function TimeZoneField({ label, value, onChange, error, hint }: TimeZoneFieldProps) {
  const { t } = useTranslation()
  const minute = useMinute()
  return (
    <Combobox
      label={label}
      groups={zoneChoices(minute)}
      value={value}
      onChange={onChange}
      searchLabel={t('sites.form.findZone')}
      emptyText={t('sites.form.noZone')}
      chosen={<span className="truncate">{value}</span>}
      error={error}
      hint={hint(clockTime(minute, value))}
    />
  )
}
