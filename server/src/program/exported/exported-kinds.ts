import { exportedAlerts } from './alerts.ts'
import type { ExportedKind } from './exported-kind.ts'
import { exportedMeasuring } from './measuring.ts'
import { exportedPeople } from './people.ts'
import { exportedPlaces } from './places.ts'
import { exportedTelling } from './telling.ts'

/** The files of an export except those of measured values. Times are UTC. */
export const exportedKinds: readonly ExportedKind[] = [
  ...exportedPlaces,
  ...exportedPeople,
  ...exportedTelling,
  ...exportedAlerts,
  ...exportedMeasuring,
]
