import { findKind, shownUnit, valueText } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'

/** A value of any sensor with its unit, as the person who looks wants it: "21.4 °C". */
export function useSensorText(): (sensor: string, value: number) => string {
  const { measurement } = useSession()
  return (sensor, value) =>
    `${valueText(value, sensor, measurement)} ${shownUnit(findKind(sensor)?.unit ?? '', measurement)}`.trim()
}
