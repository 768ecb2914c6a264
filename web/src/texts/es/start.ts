import { first } from './first.ts'
import { pages } from './pages.ts'
import { problems } from './problems.ts'

/** The texts that the program needs first, in one file. */
export const start = { texts: { ...first, pages }, problems }
