import type { push as english } from '../en/push.ts'
import type { Translated } from './translated.ts'

/** Notifications in browsers while the portal is closed. */
export const push: Translated<typeof english> = {
  title: 'Notificaciones en navegadores',
  here: 'Este navegador',
  hint: 'Muestra las alertas de sus suscripciones, incluso con el portal cerrado, hasta que usted cierre sesión.',
  support: {
    denied:
      'Las notificaciones de este sitio web están bloqueadas. Permítalas en la configuración del navegador y recargue la página.',
    install:
      'Primero agregue el portal a la pantalla de inicio: toque Compartir, luego Agregar a inicio, y ábralo desde allí.',
    insecure: 'Requiere una conexión segura. Abra el portal con https.',
    unsupported: 'Este navegador no puede mostrar notificaciones con el portal cerrado.',
  },
  notPermitted:
    'Las notificaciones siguen desactivadas. Para activarlas, permítalas cuando el navegador lo pida o en su configuración.',
  failed: 'No se puede conectar con el servicio de notificaciones de este navegador. Intente más tarde.',
  noticesOff: 'Los avisos están desactivados en su perfil, así que solo llegan pruebas.',
  test: 'Enviar una prueba',
  tested: 'La prueba está en camino',
  others: 'Otros navegadores',
  seen: 'Última vez en el portal',
  remove: 'Desactivar en {{name}}',
  removed: 'Las notificaciones están desactivadas en {{name}}',
  browser: '{{browser}} en {{system}}',
  unknown: 'Navegador desconocido',
}
