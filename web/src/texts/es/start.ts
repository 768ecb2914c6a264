import { first } from './first.ts'
import { pages } from './pages.ts'
import { problems } from './problems.ts'

/** What the program needs first, in one file. */
export const start = { texts: { ...first, pages }, problems }
