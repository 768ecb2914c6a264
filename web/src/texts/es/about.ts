import type { about as english } from '../en/about.ts'
import type { Translated } from './translated.ts'

/** The About page. */
export const about: Translated<typeof english> = {
  title: 'Acerca de EoT LIVE',
  lead: 'Supervisa sitios, dispositivos y sensores de interiores, y avisa a las personas adecuadas cuando algo anda mal.',
  product: 'Producto',
  version: 'Versión',
  mode: 'Modo',
  development: 'desarrollo',
  license: 'Código abierto bajo la licencia MIT.',
  api: 'Documentación de la API',
  toLogin: 'Ir al inicio de sesión',
}
