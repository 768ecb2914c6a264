import { later as texts } from './later.ts'
import { spelled } from './spelled.ts'

/** Everything else, in one file. */
export const later = { ...texts, spelled }
