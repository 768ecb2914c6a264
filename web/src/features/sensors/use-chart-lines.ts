import type { Alert } from '@eot/contract/alerts'
import { useCallback, useState } from 'react'
import { beginningLines, toggleLine, withAlertLines } from './sensor-order.ts'

/**
 * The sensors on the chart, and a function that adds or removes one. A later alert adds its line once; if the user
 * removes it, it is not added again.
 */
export function useChartLines(
  /** The kinds that reported and had an alert level when the page was opened. */
  findKinds: () => readonly string[],
  open: readonly Alert[],
): [lines: readonly string[], toggle: (kind: string) => void] {
  const [lines, setLines] = useState<readonly string[]>(() => beginningLines(findKinds(), sensorsOf(open)))
  const [known, setKnown] = useState(open)
  if (known !== open) {
    setKnown(open)
    const raised = open.filter(({ Id }) => !known.some((alert) => alert.Id === Id))
    setLines(withAlertLines(lines, sensorsOf(raised), sensorsOf(open)))
  }
  const toggle = useCallback((kind: string) => setLines((now) => toggleLine(now, kind) ?? now), [])
  return [lines, toggle]
}

const sensorsOf = (alerts: readonly Alert[]) => alerts.flatMap(({ Sensor }) => Sensor ?? [])
