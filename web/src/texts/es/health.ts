import type { health as english } from '../en/health.ts'
import type { Translated } from './translated.ts'

/** Whether the program keeps up with its work, for those who run it. */
export const health: Translated<typeof english> = {
  title: 'Estado de la instalación',
  upToDate: 'Al día',
  notSetUp: 'Sin configurar',
  behind: 'Lo más antiguo espera desde hace {{behind}}',
  late: '{{behind}} de retraso. {{meaning}}',
  processes: 'Procesos en marcha',
  work: {
    Ingestion: 'Lecturas',
    Workers: 'Tareas y temporizadores',
    Timers: 'Temporizadores de alertas',
    Events: 'Notificaciones',
    Messages: 'Mensajes',
    Emails: 'Servidor de correo',
    Texts: 'Mensajes de texto',
    Reports: 'Informes',
    Jobs: 'Tareas periódicas',
    Partitions: 'Tablas de la base de datos',
  },
  meaning: {
    Ingestion: 'Ningún proceso recibe las lecturas de los dispositivos.',
    Workers: 'Ningún proceso ejecuta temporizadores y tareas; las alertas y los mensajes esperan.',
    Timers: 'Las alertas que se inician o finalizan solo por tiempo se retrasan.',
    Events: 'Aún no se ha avisado a nadie de las alertas más recientes.',
    Messages: 'Hay correos, mensajes de texto o webhooks que esperan su envío.',
    Emails: 'El servidor de correo lleva un tiempo sin aceptar ningún correo.',
    Texts: 'El proveedor lleva un tiempo sin aceptar ningún mensaje de texto.',
    Reports: 'No se están creando los informes solicitados.',
    Jobs: 'El trabajo periódico del programa se retrasa.',
    Partitions: 'Faltan tablas para las lecturas de las próximas semanas.',
  },
}
