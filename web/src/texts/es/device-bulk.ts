import type { deviceBulk as english } from '../en/device-bulk.ts'
import type { Translated } from './translated.ts'

/** Actions for several devices at once. */
export const deviceBulk: Translated<typeof english> = {
  refresh: 'Actualizar {{count}}',
  refreshed_one: 'Se pidió a {{count}} dispositivo que transmita',
  refreshed_other: 'Se pidió a {{count}} dispositivos que transmitan',
  activate: 'Activar {{count}}',
  activated_one: '{{count}} dispositivo activado',
  activated_other: '{{count}} dispositivos activados',
  deactivate: 'Desactivar {{count}}',
  deactivated_one: '{{count}} dispositivo desactivado',
  deactivated_other: '{{count}} dispositivos desactivados',
  deactivateTitle_one: '¿Desactivar {{count}} dispositivo?',
  deactivateTitle_other: '¿Desactivar {{count}} dispositivos?',
  deactivateText:
    'Las alertas abiertas de estos dispositivos finalizan ahora y no se pueden reabrir. Las lecturas se guardan pero no inician alertas hasta que los dispositivos se activen de nuevo.',
  deactivateVerb: 'Desactivar',
  move: 'Mover {{count}}',
  moveTitle_one: 'Mover {{count}} dispositivo a un sitio',
  moveTitle_other: 'Mover {{count}} dispositivos a un sitio',
  moveText:
    'Las alertas abiertas de estos dispositivos finalizan ahora. Las alertas pasadas se quedan en el sitio anterior.',
  moveVerb_one: 'Mover {{count}} dispositivo',
  moveVerb_other: 'Mover {{count}} dispositivos',
  moved_one: '{{count}} dispositivo movido a {{site}}',
  moved_other: '{{count}} dispositivos movidos a {{site}}',
  addToGroup: 'Agregar {{count}} a un grupo',
  groupTitle_one: 'Agregar {{count}} dispositivo a un grupo',
  groupTitle_other: 'Agregar {{count}} dispositivos a un grupo',
  groupText: 'Un grupo puede tener dispositivos de su sitio y de los subsitios.',
  groupVerb_one: 'Agregar {{count}} dispositivo',
  groupVerb_other: 'Agregar {{count}} dispositivos',
  group: 'Grupo de dispositivos',
  findGroup: 'Buscar un grupo',
  chooseGroup: 'Elija un grupo',
  noGroup: 'Ningún grupo coincide',
  outsideGroup:
    'No se agregó nada: un dispositivo ya no existe, o no está en el sitio de este grupo ni por debajo.',
  grouped_zero: 'Todos están ya en {{group}}',
  grouped_one: '{{count}} dispositivo agregado a {{group}}',
  grouped_other: '{{count}} dispositivos agregados a {{group}}',
}
