import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { raisedTypeOptions, raisedTypes } from '../../domain/sensors/raised-types.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { Picker } from '../../ui/picker.tsx'

interface TypePickerProps {
  /** Keys of alert types. Empty: all. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

export function TypePicker({ chosen, onChange }: TypePickerProps) {
  const { t } = useTranslation()
  const only = chosen.length === 1 ? raisedTypes.find(({ Key }) => Key === chosen[0]) : undefined
  return (
    <div className="nc-filter">
      <Picker
        label={t('notifications.type')}
        icon={Tag}
        options={raisedTypeOptions()}
        chosen={chosen}
        onChange={onChange}
        allText={t('notifications.anyType')}
        chosenText={only ? alertTypeName(only) : t('notifications.types', { count: chosen.length })}
      />
    </div>
  )
}
