import type { Duplex, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { TableShape } from './backup-parts.ts'

const { escapeIdentifier } = pg

const targetOf = ({ name, columns }: TableShape) =>
  `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`

/** Streams the rows of a table or partition in PostgreSQL's text format. */
export async function* copyFrom(client: pg.Client, table: TableShape): AsyncGenerator<Buffer> {
  const stream = client.query(to(`copy ${targetOf(table)} to stdout`, { highWaterMark: 262_144 }))
  try {
    for await (const chunk of stream) yield chunk
  } finally {
    // If the caller stops early, unread rows would block the connection forever.
    if (!stream.readableEnded) (stream as unknown as Submitted).connection?.stream.destroy() // set by `submit`
  }
}

interface Submitted {
  connection?: { stream: Duplex }
}

/**
 * Streams rows into a table. Call `write` with any parts of them, and then `end`, or `abort`. The table must have been created
 * or emptied in this transaction, so that its rows can be frozen.
 */
export function copyInto(client: pg.Client, table: TableShape) {
  const stream = client.query(from(`copy ${targetOf(table)} from stdin with (freeze)`))
  let failure: unknown
  stream.on('error', (error) => {
    failure = error
  })
  return {
    async write(bytes: Buffer): Promise<void> {
      if (failure) throw failure
      // Sends one part at a time, for the reason given in `platform/db/copy-into.ts`.
      await new Promise<void>((resolve) => {
        const go = () => {
          stream.off('error', go).off('close', go)
          resolve()
        }
        stream.on('error', go).on('close', go)
        stream.write(bytes, go)
      })
    },
    /** Makes the server discard these rows, so that the connection is free for a rollback. */
    async abort(): Promise<void> {
      if (stream.closed) return
      // The server responds that the copy has failed, as expected.
      const isClosed = new Promise<void>((resolve) => stream.on('close', resolve))
      stream.destroy()
      await isClosed
    },
    async end(): Promise<void> {
      if (failure) throw failure
      stream.end()
      await finished(stream)
    },
  }
}

/** Fixes the settings that affect the text form of values. */
export async function fixTextFormat(client: pg.Client): Promise<void> {
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`)
}

/** Streams the result of a query as CSV with a header row (RFC 4180). */
export function copyCsv(client: pg.Client, query: string): Readable {
  return client.query(to(`copy (${query}) to stdout with (format csv, header)`))
}
