import { alertTypeNames, dispositionNames, sensorNames, severityNames } from '@eot/contract/shown-names-es'
import type { vocabulary as english } from '../en/vocabulary.ts'
import type { Translated } from './translated.ts'

/** Terms used on many pages: sensors, alert types, severities, dispositions, end reasons. */
export const vocabulary: Translated<typeof english> = {
  sensor: sensorNames,
  alertType: alertTypeNames,
  severity: severityNames,
  category: {
    AirQuality: 'Calidad del aire',
    Comfort: 'Confort',
    Behavior: 'Comportamiento',
    General: 'General',
  },
  disposition: dispositionNames,
  endReason: {
    Cleared: 'Vuelta a la normalidad',
    Quiet: 'Sin más eventos',
    EndedByUser: 'Finalizada por {{name}}',
    EndedBySomeone: 'Finalizada por un usuario',
    Offline: 'Dispositivo sin conexión durante 24 horas',
    Moved: 'Se movió el dispositivo o su sitio, o se liberó el dispositivo',
    RuleChanged: 'Regla modificada',
    Online: 'Dispositivo de nuevo en línea',
    DeviceDeactivated: 'Dispositivo desactivado',
    DeviceExpired: 'Dispositivo vencido',
    DeviceDeleted: 'Dispositivo eliminado',
    SiteDeactivated: 'Sitio desactivado',
  },
}
