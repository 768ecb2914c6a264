import type { en } from './en.ts'
import { first } from './es/first.ts'
import { later } from './es/later.ts'
import type { Translated } from './es/translated.ts'

/** All texts of the portal in Spanish. */
export const es: Translated<typeof en> = { ...first, ...later }
