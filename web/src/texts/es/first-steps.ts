import type { firstSteps as english } from '../en/first-steps.ts'
import type { Translated } from './translated.ts'

/** Texts of the first steps of a new site, on the dashboard. */
export const firstSteps: Translated<typeof english> = {
  title: 'Primeros pasos',
  done: '{{done}} de {{count}} listos',
  isDone: '(listo)',
  hide: 'Ocultar',
  secure: {
    title: 'Proteja su cuenta',
    text: 'Con un segundo factor, una contraseña robada no basta para iniciar sesión.',
    done: 'La autenticación de dos factores está activada',
    act: 'Configurar',
  },
  site: {
    title: 'Dé nombre a su sitio',
    text: 'Su zona horaria determina cuándo se avisa a las personas de las alertas.',
    done: '{{site}}, {{zone}}',
    act: 'Cambiar',
  },
  device: {
    title: 'Conecte un dispositivo',
    text: 'Tenga a mano su dirección MAC. Está en la etiqueta.',
    done: 'Los dispositivos conectados están en DISPOSITIVOS',
    act: 'Agregar dispositivo',
  },
  reading: {
    title: 'Vea su primera lectura',
    text: 'Los valores aparecen aquí en cuanto el dispositivo transmite.',
    done: 'Están llegando lecturas',
  },
  told: {
    title: 'Decida a quién avisar',
    text: 'Una suscripción envía un correo o un mensaje de texto cuando se inicia una alerta.',
    done: 'Las suscripciones indican a quién se avisa de qué alertas',
    act: 'Agregar suscripción',
  },
  people: {
    title: 'Agregue a su personal',
    text: 'Cada persona ve solo su propio sitio y los que están por debajo.',
    done: 'Otros también pueden iniciar sesión',
    act: 'Agregar usuario',
  },
}
