import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Longer ones are compressed in half the time, to slightly more bytes. */
const longText = 500_000

export const gzipText = (text: string): Promise<Buffer> =>
  compress(text, { level: text.length < longText ? 5 : 1 })
