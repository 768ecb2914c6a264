import type { webhooks as english } from '../en/webhooks.ts'
import type { Translated } from './translated.ts'

/** Webhook events: which alerts send which request, and when. */
export const webhookEvents: Translated<(typeof english)['events']> = {
  label: 'Eventos de webhook',
  search: 'Buscar un evento o una solicitud',
  count_one: '{{count}} evento de webhook en {{site}} y sus subsitios',
  count_other: '{{count}} eventos de webhook en {{site}} y sus subsitios',
  add: 'Nuevo evento',
  empty: 'Aún no hay eventos de webhook',
  emptyText:
    'Un evento indica qué alertas de qué dispositivos, grupos o sitios envían qué solicitud, y cuándo. Sin un evento, una solicitud nunca se envía.',
  nothing: 'Ningún evento coincide',
  gone: 'Este evento de webhook ya no existe.',
  back: 'Eventos de webhook',
  log: 'Lo que ha enviado',
  oneRequest: 'una solicitud',
  byDay: 'Eventos de webhook por día',
  noneOn: 'Ningún evento de webhook está activado',
  noneOnText: 'Active uno, o agregue uno, para ver aquí su semana.',
  paused: 'En pausa',
  sentence: 'El evento de webhook en una frase',
  sent: '¿Qué se envía?',
  sentText: 'Una solicitud de este sitio o de uno por encima, con los valores de este evento.',
  choose: 'Elija una solicitud',
  noRequest: 'Ninguna solicitud coincide',
  needsRequest: 'Elija una solicitud de webhook',
  openRequest: 'Abrir la solicitud',
  requestHint: 'Solicitudes de {{site}} y de los sitios por encima',
  notSaved: 'Evento de webhook nuevo, aún sin guardar',
  saveNew: 'Guardar y empezar a enviar',
  deleteText:
    '{{request}} ya no se envía para estas alertas. Lo que espera su envío se desecha. La solicitud y el registro se conservan. No se puede deshacer.',
  deleteIdle: 'No envía nada, ya que no tiene solicitud. El registro se conserva. No se puede deshacer.',
  deleteVerb: 'Eliminar evento',
  missing: 'sin solicitud',
}
