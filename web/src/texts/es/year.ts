import type { year as english } from '../en/year.ts'
import type { Translated } from './translated.ts'

/** The calendar of a year. */
export const year: Translated<typeof english> = {
  title: 'El año por días',
  whole: 'Mostrar todo el año',
}
