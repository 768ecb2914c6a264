import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { CopyEncoder } from './copy-encoder.ts'

/**
 * The size of a message. PostgreSQL reads each message completely before it takes rows from it. While a large one arrives, no row
 * is stored, and it does not fit into the processor's cache.
 */
const messageBytes = 65_536

/** Sends the encoder's rows in one COPY. `target` is `table (columns)` and goes into the SQL as is: never pass user input. */
export async function copyInto(client: pg.ClientBase, target: string, rows: CopyEncoder): Promise<void> {
  if (rows.rows > 0) await copyBytes(client, target, rows.finish())
}

/** Does the same with bytes from a finished encoder, even without rows. */
export async function copyBytes(client: pg.ClientBase, target: string, bytes: Buffer): Promise<void> {
  const stream = from(`copy ${target} from stdin (format binary)`)
  // A client that has lost its connection returns a rejected promise instead of a stream.
  const answer: unknown = client.query(stream)
  if (answer instanceof Promise) await answer
  const ended = finished(stream)
  ended.catch(() => undefined) // handled by the awaits below
  // One at a time: of several, pg-copy-streams would send the rest even after the database has refused the first.
  for (let start = 0; start < bytes.length; start += messageBytes)
    await Promise.race([ended, written(stream, bytes.subarray(start, start + messageBytes))])
  stream.end()
  await ended
}

const written = (stream: Writable, part: Buffer) =>
  new Promise<void>((resolve) => {
    stream.write(part, () => resolve())
  })
