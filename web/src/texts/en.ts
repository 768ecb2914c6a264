import { first } from './en/first.ts'
import { later } from './en/later.ts'

/** All texts of the portal. Another language is another object of this shape. */
export const en = { ...first, ...later }
