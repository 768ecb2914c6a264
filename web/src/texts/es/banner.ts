import type { banner as english } from '../en/banner.ts'
import type { Translated } from './translated.ts'

/** System messages above every page. */
export const banner: Translated<typeof english> = {
  label: 'Mensajes de los administradores',
  dismiss: 'Descartar “{{title}}”',
  all: 'Todos los anuncios',
}
