import type { blacklist as english } from '../en/blacklist.ts'
import type { Translated } from './translated.ts'

/** The blacklist. */
export const blacklist: Translated<typeof english> = {
  title: 'Lista de bloqueo',
  sub: 'Direcciones y números cuyos mensajes han fallado. Los bloqueados no reciben mensajes.',
  search: 'Buscar dirección o nombre',
  column: {
    receiver: 'Destinatario',
    type: 'Canal',
    state: 'Estado',
    reason: 'Motivo',
    failures: 'Fallos',
    lastFailure: 'Último fallo',
  },
  type: { Email: 'Correo electrónico', Text: 'SMS' },
  state: { blocked: 'Bloqueado', open: 'Sin bloqueo' },
  reason: {
    HardBounce: 'La dirección no existe',
    Complaint: 'Marcado como spam',
    Stop: 'El destinatario respondió STOP',
    InvalidNumber: 'El número no puede recibir mensajes de texto',
    SoftBounces: 'Varios mensajes seguidos fallaron',
    Manual: 'Bloqueado por un administrador',
  },
  cure: {
    HardBounce: 'Corrija la dirección del usuario, o desbloquéela si vuelve a existir.',
    Complaint:
      'Pregunte al destinatario antes de desbloquear la dirección. Otra queja la bloquea de inmediato.',
    Stop: 'El destinatario puede responder START a cualquiera de los mensajes de texto. Desbloquearlo aquí no basta si el proveedor también lo bloquea.',
    InvalidNumber: 'Corrija el número del usuario, o desbloquéelo si vuelve a funcionar.',
    SoftBounces:
      'El bloqueo termina por sí solo. Los correos de contraseña y de inicio de sesión se siguen enviando.',
    Manual: 'Desbloquéelo cuando los mensajes vuelvan a ser bienvenidos.',
  },
  mine: {
    label: 'Mensajes que no le llegan',
    title: {
      Email: 'Los correos no le llegan.',
      Text: 'Los mensajes de texto no le llegan.',
    },
    why: {
      HardBounce: 'El servidor de correo dice que {{receiver}} no existe.',
      Complaint: 'Un mensaje a {{receiver}} se marcó como spam.',
      Stop: '{{receiver}} respondió STOP. Responda START a cualquiera de los mensajes para volver a recibirlos.',
      InvalidNumber: '{{receiver}} no puede recibir mensajes de texto.',
      SoftBounces: 'Varios mensajes a {{receiver}} fallaron. El siguiente se envía después de {{until}}.',
      Manual: 'Un administrador bloqueó {{receiver}}. Pida a su administrador que lo desbloquee.',
    },
    check: { Email: 'Revisar mi dirección', Text: 'Revisar mi número' },
    end: 'Desbloquear',
    ended: 'Se vuelven a enviar mensajes a {{receiver}}.',
    failed: 'No se pudo terminar el bloqueo. {{reason}}',
    later: 'Recordarme mañana',
  },
  since: 'Bloqueado desde',
  until: 'Bloqueado hasta',
  noEnd: 'Hasta que se desbloquee',
  answer: 'Respuesta del proveedor',
  users: 'Usuarios con esta dirección',
  details: 'Entrada de la lista de bloqueo',
  gone: 'Esta entrada ya no existe, o usted no tiene acceso a ella.',
  empty: 'Sin fallos',
  emptyText: 'Aquí aparecen las direcciones y los números cuyos mensajes fallan.',
  nothing: 'Ninguna entrada coincide',
  failed: 'No se pudo cambiar la entrada. {{reason}}',
  why: 'Motivo',
  whyHint: 'Para el historial. Puede quedar vacío.',
  unblock: {
    open: 'Desbloquear',
    title: '¿Desbloquear {{receiver}}?',
    text: 'Se le volverán a enviar mensajes, y los fallos anteriores dejan de contar. El siguiente mensaje a una dirección que no existe la bloquea de nuevo.',
    done: 'Desbloqueado',
  },
  block: {
    open: 'Bloquear',
    title: '¿Bloquear {{receiver}}?',
    text: 'No se le enviarán mensajes hasta que alguien lo desbloquee, ni siquiera para restablecer la contraseña.',
    done: 'Bloqueado',
  },
}
