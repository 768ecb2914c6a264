import { alertTypes } from '@eot/contract/vocabulary'
import type { PickerOption } from '../../ui/picker.tsx'
import { FormulaText } from './sensor-look.tsx'
import { alertTypeName } from './sensor-names.ts'

/** Types that can be raised. The others exist for subscriptions only. */
export const raisedTypes = alertTypes.filter((type) => type.Sensor !== null || type.Key === 'Offline')

/** The choices of a filter by type. */
export const raisedTypeOptions = (): PickerOption[] =>
  raisedTypes.map((type) => ({
    value: type.Key,
    text: alertTypeName(type),
    shown: <FormulaText text={alertTypeName(type)} />,
  }))
