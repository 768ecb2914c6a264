import { findKind, shownUnit, valueText } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'

/** Formats a sensor value with its unit, in the user's units: "21.4 °C". */
export function useSensorText(): (sensor: string, value: number) => string {
  const { measurement } = useSession()
  return (sensor, value) =>
    `${valueText(value, sensor, measurement)} ${shownUnit(findKind(sensor)?.unit ?? '', measurement)}`.trim()
}
