import type { otherSensors as english } from '../en/other-sensors.ts'
import type { Translated } from './translated.ts'

/** The other sensors of a device around the start of an alert. */
export const otherSensors: Translated<typeof english> = {
  title: 'Otros sensores al mismo tiempo',
  titleOffline: 'Sensores antes de que el dispositivo se desconectara',
  at: '({{time}})',
  read: 'Leer los otros sensores a lo largo del tiempo',
  more_one: 'Mostrar {{count}} sensor más',
  more_other: 'Mostrar {{count}} sensores más',
  rose: 'Subió: {{sensors}}.',
  fell: 'Bajó: {{sensors}}.',
  noneMoved: 'Ninguno cambió mucho.',
  restSteady: 'Los demás se mantuvieron estables.',
  roseTo: 'subió a {{value}}',
  fellTo: 'bajó a {{value}}',
  steady: 'estable, de {{low}} a {{high}}',
  steadyAt: 'estable en {{value}}',
}
