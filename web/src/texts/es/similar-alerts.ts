import type { similarAlerts as english } from '../en/similar-alerts.ts'
import type { Translated } from './translated.ts'

/** Alerts of the same type at the same device. */
export const similarAlerts: Translated<typeof english> = {
  title: 'Alertas similares de este dispositivo',
  count_one: '{{count}} en 28 días',
  count_other: '{{count}} en 28 días',
  none: 'Ninguna otra alerta de este tipo en este dispositivo en los últimos 28 días.',
  peak: 'pico {{value}}',
}
