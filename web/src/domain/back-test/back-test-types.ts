import type { BackTest } from '@eot/contract/back-tests'
import { findAlertType } from '@eot/contract/vocabulary'
import { alertTypeName } from '../sensors/sensor-names.ts'

/** Counts the alerts by type, the most frequent first. */
export function typesOf(alerts: BackTest['Alerts']) {
  return [...Map.groupBy(alerts, ({ AlertType }) => AlertType)]
    .map(([type, ofType]) => ({
      type,
      name: alertTypeName(findAlertType(type) ?? { Key: type, Name: type }),
      count: ofType.length,
    }))
    .toSorted((a, b) => b.count - a.count)
}
