import type { health as english } from '../en/health.ts'

export const health: typeof english = {
  work: {
    Ingestion: {
      title: 'Lecturas',
      text: 'Ningún proceso recibe las lecturas de los dispositivos. Mientras tanto, no se consideran sin conexión.',
    },
    Workers: {
      title: 'Tareas y temporizadores',
      text: 'Ningún proceso los ejecuta: esperan las alertas que dependen del tiempo y todos los mensajes.',
    },
    Timers: {
      title: 'Temporizadores de alertas',
      text: 'Las alertas que se inician o finalizan solo por tiempo se retrasan.',
    },
    Events: {
      title: 'Notificaciones',
      text: 'Hay alertas iniciadas o finalizadas de las que aún no se ha avisado a nadie.',
    },
    Messages: { title: 'Mensajes', text: 'Hay correos, mensajes de texto o webhooks que esperan su envío.' },
    Emails: {
      title: 'Servidor de correo',
      text: 'El servidor de correo lleva un tiempo sin aceptar ningún correo.',
    },
    Texts: {
      title: 'Mensajes de texto',
      text: 'El proveedor lleva un tiempo sin aceptar ningún mensaje de texto.',
    },
    Reports: { title: 'Informes', text: 'No se están creando los informes solicitados.' },
    Jobs: { title: 'Tareas', text: 'El trabajo periódico del programa se retrasa.' },
    Partitions: {
      title: 'Base de datos',
      text: 'Faltan tablas para las lecturas de las próximas semanas.',
    },
  },
  late: {
    subject: (titles) => `Con retraso: ${titles}`,
    heading: 'El portal no da abasto',
    tag: 'Con retraso',
    text: 'Esta instalación lleva más de cinco minutos de retraso:',
  },
  over: {
    subject: (titles) => `En marcha de nuevo: ${titles}`,
    heading: 'El portal está en marcha de nuevo',
    tag: 'Terminado',
    text: 'Lo que estaba retrasado se ha puesto al día:',
  },
  caughtUp: 'Al día',
  see: 'Ver el estado de la instalación',
}
