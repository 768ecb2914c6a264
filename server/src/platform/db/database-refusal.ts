import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'
import { DatabaseUnavailable } from './database-failure.ts'

interface Place {
  /** File with the password of the embedded database; undefined if `DATABASE_URL` is set. */
  passwordFile: string | undefined
}

const sentences: Record<string, string> = {
  '28P01': 'the database refuses the user or password of DATABASE_URL; correct it',
  28000: 'the database refuses the user or password of DATABASE_URL; correct it',
  '3D000': 'the server of DATABASE_URL has no database of that name; create it, or correct DATABASE_URL',
  42501: 'the user of DATABASE_URL may not create tables; make it the owner of the database',
}

/** Turns an error of an unusable database into a `StartRefused` with instructions. Returns any other error unchanged. */
export function refuseDatabase(error: unknown, { passwordFile }: Place): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = errorCode(cause) ?? ''
  if (passwordFile !== undefined) return code === '28P01' ? refusePassword(passwordFile, error) : error
  const sentence = sentences[code]
  if (sentence) return new StartRefused(sentence, { cause: error })
  if (!(error instanceof DatabaseUnavailable)) return error
  return new StartRefused(
    `the database of DATABASE_URL cannot be reached (${reasonOf(cause)}); start it, or correct DATABASE_URL`,
    { cause: error },
  )
}

function refusePassword(file: string, cause: unknown): StartRefused {
  return new StartRefused(
    `the password in ${file} is not that of the embedded database; restore it from a backup, or delete it: the next start makes a new one`,
    { cause },
  )
}

/** For a host name with several addresses, Node.js throws an AggregateError with one error each and no message. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
