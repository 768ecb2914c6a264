import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'
import { type BackupHeader, magic, parseHeader } from './backup-header.ts'
import { type BackupPart, checkedParts } from './backup-parts.ts'
import { keyOfPassphrase, openChunks } from './sealed-chunks.ts'
import { readTrailer, trailerBytes } from './trailer.ts'

const mostHeaderBytes = 1_000_000
const newline = 10

/** A complete and unchanged file. */
export interface BackupFile {
  header: BackupHeader
  /** The size of the file in bytes. */
  size: number
  /** Reads the parts. Throws `StartRefused` for a wrong passphrase. Calls `onRead` with the number of bytes read so far. */
  parts(passphrase?: string, onRead?: (bytes: number) => void): AsyncGenerator<BackupPart>
}

/** Opens a backup. Throws `StartRefused` if the file is not a backup, is incomplete, or was changed. */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const { size, head } = await examine(path)
  const header = parseHeader(head.subarray(magic.length).toString('utf8'))
  if (!header)
    throw new StartRefused(
      `${path} has a format that this version of the program does not know; use a newer one`,
    )
  return {
    header,
    size,
    async *parts(passphrase, onRead) {
      const body = counted(
        createReadStream(path, { start: head.length, end: size - trailerBytes - 1 }),
        onRead,
      )
      const opened = header.passphrase
        ? opening(path, body, await keyOfPassphrase(passphrase ?? '', header.passphrase), head)
        : body
      // A failure of either ends the iteration.
      const plain = pipeline(opened, createZstdDecompress({ chunkSize: 262_144 }), () => undefined)
      try {
        yield* checkedParts(plain)
      } finally {
        plain.destroy()
      }
    },
  }
}

async function* counted(body: AsyncIterable<Buffer>, onRead?: (bytes: number) => void) {
  let bytes = 0
  for await (const chunk of body) {
    yield chunk
    bytes += chunk.length
    onRead?.(bytes)
  }
}

async function* opening(path: string, body: AsyncIterable<Buffer>, key: Buffer, head: Buffer) {
  try {
    yield* openChunks(body, key, head)
  } catch (error) {
    // The digest of the file was correct, so the passphrase must be wrong.
    throw new StartRefused(`the passphrase is not the one that ${path} was encrypted with`, { cause: error })
  }
}

async function examine(path: string): Promise<{ size: number; head: Buffer }> {
  const file = await open(path).catch((error: unknown) => {
    throw new StartRefused(`${path} cannot be read (${errorCode(error) ?? error})`, { cause: error })
  })
  try {
    const { size } = await file.stat()
    const first = await readAt(file, 0, Math.min(size, mostHeaderBytes))
    if (!first.subarray(0, magic.length).equals(magic))
      throw new StartRefused(`${path} is not a backup of this program`)
    const trailer = readTrailer(await readAt(file, size - trailerBytes, trailerBytes))
    if (trailer.size !== size - trailerBytes)
      throw new StartRefused(`${path} is incomplete; use another backup, or copy the file again`)
    if (!(await digestOf(path, trailer.size)).equals(trailer.digest))
      throw new StartRefused(
        `${path} was changed after it was written; use another backup, or copy the file again`,
      )
    return { size, head: first.subarray(0, first.indexOf(newline, magic.length) + 1) }
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, position))
  return buffer.subarray(0, bytesRead)
}

async function digestOf(path: string, size: number): Promise<Buffer> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 1_048_576 }))
    digest.update(chunk)
  return digest.digest()
}
