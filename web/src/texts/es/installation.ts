import type { installation as english } from '../en/installation.ts'
import type { Translated } from './translated.ts'

/** What the installation is connected to, for system administrators. */
export const installation: Translated<typeof english> = {
  title: 'Esta instalación',
  live: 'Web y conexión en vivo',
  connected: 'Conectado',
  notConnected: 'Sin conexión; los valores no se actualizan',
  mqtt: 'MQTT',
  database: 'Base de datos',
  free: '{{size}} libres',
  elsewhere: 'En otro servidor',
  mail: 'Correo electrónico',
  mailServer: 'Se envía por el servidor de correo',
  noMailServer:
    'No hay servidor de correo configurado (SMTP_URL); los correos se conservan en el registro de correos',
  texts: 'Mensajes de texto',
  textProvider: 'Se envían por el proveedor',
  noTextProvider:
    'No hay proveedor configurado (SMS_URL); los mensajes de texto se conservan en el registro de SMS',
}
