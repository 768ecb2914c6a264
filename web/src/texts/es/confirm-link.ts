import type { confirmLink as english } from '../en/confirm-link.ts'
import type { Translated } from './translated.ts'

/** The page behind the link in an email about an alert. */
export const confirmLink: Translated<typeof english> = {
  title: 'Confirmar una alerta',
  expired: 'Este enlace venció',
  expiredText: 'El enlace de un correo de alerta sirve durante 24 horas. La alerta sigue en la lista.',
  seeAlerts: 'Ver las alertas',
  seeAlert: 'Ver todo sobre esta alerta',
  forwarded: 'Este enlace se envió a otra persona. Usted confirma como {{name}}.',
  mayNot: 'Su rol no permite confirmar alertas.',
  notSent: 'No se confirmó: {{reason}}',
  ended: 'Finalizada tras {{duration}}',
  over: 'Ya finalizó. ¿Fue real?',
  oneTap: 'Un toque confirma. Después se puede deshacer.',
  staysOpen: 'La alerta sigue abierta hasta que sus valores vuelvan a la normalidad.',
  nothingLeft: 'No queda nada por hacer.',
}
