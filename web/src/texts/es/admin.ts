import type { admin as english } from '../en/admin.ts'
import type { Translated } from './translated.ts'

/** The administration pages. */
export const admin: Translated<typeof english> = {
  title: 'Administración',
  sub: 'Para este sitio y todos los sitios por debajo',
  pages: {
    '/admin/users': 'Todos los que pueden iniciar sesión: rol, sitio, segundo factor e invitaciones',
    '/admin/sites': 'Todos los sitios como árbol: buscarlos, agregarlos, moverlos y desactivarlos',
    '/admin/devices': 'Todos los dispositivos, el inventario y los modelos de dispositivo',
    '/admin/system-messages': 'Mensajes destacados para las personas de algunos sitios, por rol y período',
    '/admin/alerts': 'Alertas de todos los sitios',
    '/admin/audit': 'Quién cambió qué, antes y después, y cada inicio de sesión',
    '/admin/notifications':
      'Correos, mensajes de texto y notificaciones en navegadores: destinatario, asunto y cada intento',
    '/admin/webhooks': 'Lo que enviaron los webhooks: cada intento, qué respuesta hubo, y reenviar',
    '/admin/blacklist': 'Direcciones y números que no reciben mensajes, por qué, y cómo desbloquearlos',
  },
}
