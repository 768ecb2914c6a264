import type { endAlerts as english } from '../en/end-alerts.ts'
import type { Translated } from './translated.ts'

/** Ending all open alerts of a device. */
export const endAlerts: Translated<typeof english> = {
  end: 'Finalizar alertas',
  title: '¿Finalizar todas las alertas abiertas de {{device}}?',
  text: 'Todas las alertas abiertas de este dispositivo finalizan ahora. Cada una puede volver a iniciarse solo después de que su valor vuelva a la normalidad.',
  ended_one: '{{count}} alerta finalizada',
  ended_other: '{{count}} alertas finalizadas',
  notEnded: 'No se pudieron finalizar las alertas. {{reason}}',
}
