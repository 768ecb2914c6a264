import type { Alert } from '@eot/contract/alerts'
import { findKind, levelText, shownUnit, valueText } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'
import { FormulaText } from '../sensors/sensor-look.tsx'
import { alertTypeName } from '../sensors/sensor-names.ts'

/** "Vape, Boys Restroom 2F" */
export function AlertTitle({ alert }: { alert: Pick<Alert, 'Type' | 'Device'> }) {
  return (
    <>
      <FormulaText text={alertTypeName(alert.Type)} />, {alert.Device.Name}
    </>
  )
}

export const alertTitle = (alert: Pick<Alert, 'Type' | 'Device'>) =>
  `${alertTypeName(alert.Type)}, ${alert.Device.Name}`

/** Formats the values of an alert in the user's units. */
export function useAlertValues(alert: Pick<Alert, 'Sensor' | 'Unit'>) {
  const { measurement } = useSession()
  return {
    unit: shownUnit(alert.Unit, measurement),
    text: (value: number) => valueText(value, alert.Sensor, measurement),
    levelText: (level: number) => levelText(level, alert.Sensor, measurement),
  }
}

/**
 * Returns the right end of the bar for a value: the full scale of an index, otherwise a little above the highest relevant
 * value.
 */
export function barEnd(alert: Pick<Alert, 'Sensor' | 'Threshold' | 'Peak'>): number {
  const kind = alert.Sensor ? findKind(alert.Sensor) : undefined
  if (kind && kind.max <= 100) return kind.max
  return Math.max((alert.Threshold ?? 0) * 1.35, (alert.Peak ?? 0) * 1.1, 1e-6)
}
