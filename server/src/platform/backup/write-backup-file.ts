import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type BackupHeader, magic } from './backup-header.ts'
import { type BackupPart, encodeParts } from './backup-parts.ts'
import { keyOfPassphrase, sealChunks } from './sealed-chunks.ts'
import { createTrailer } from './trailer.ts'

/**
 * Writes a new file, readable by this user only: the header, the compressed and perhaps encrypted parts, and a digest of both.
 * Pass `passphrase` if `header.passphrase` contains the terms for deriving a key.
 */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  parts: AsyncIterable<BackupPart>,
  passphrase: string | undefined,
): Promise<void> {
  const head = Buffer.concat([magic, Buffer.from(`${JSON.stringify(header)}\n`)])
  const key =
    header.passphrase && passphrase !== undefined && (await keyOfPassphrase(passphrase, header.passphrase))
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  await pipeline(
    Readable.from(encodeParts(parts)),
    compressor,
    (compressed: AsyncIterable<Buffer>) =>
      digested(head, key ? sealChunks(compressed, key, head) : compressed),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

async function* digested(head: Buffer, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256').update(head)
  let size = head.length
  yield head
  for await (const chunk of body) {
    digest.update(chunk)
    size += chunk.length
    yield chunk
  }
  yield createTrailer(size, digest.digest())
}
