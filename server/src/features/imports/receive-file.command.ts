import type { Readable } from 'node:stream'
import { type ImportKind, importLimits } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { originAddress } from '../../platform/request-origin.ts'
import { type ImportRow, importQueries } from './imports.queries.ts'
import { runImportJob } from './run-import.job.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

const chunkBytes = 512 * 1024

/**
 * Stores an uploaded file chunk by chunk and starts its check. A file that is too large or incomplete is not kept; a received
 * file replaces those of the user that were not applied. Throws `import_too_large` and `import_under_way`.
 */
export async function receiveFile(
  { db, clock }: Parts,
  caller: Caller,
  { kind, site, fileName }: { kind: ImportKind; site: Scope; fileName: string },
  body: Readable,
): Promise<ImportRow> {
  const queries = importQueries(db)
  if (await queries.hasWork(caller.userId)) throw new AppError('import_under_way')
  const id = uuidv7()
  await queries.insertImport({
    id,
    kind,
    siteId: site.siteId,
    userId: caller.userId,
    at: clock(),
    address: originAddress(),
    fileName,
  })
  try {
    let no = 0
    for await (const chunk of inChunks(body)) await queries.insertChunk(id, no++, chunk)
  } catch (error) {
    await queries.deleteImport(id)
    throw error
  }
  await db.transaction().execute(async (tx) => {
    await importQueries(tx).replaceUnused(caller.userId)
    await importQueries(tx).beginStep(id, ['Uploading'], 'Checking', clock())
    await enqueue(tx, runImportJob, { importId: id })
  })
  return found(await queries.findImport(caller.userId, id), 'import_not_found')
}

/** Yields the bytes of a stream in chunks of one size. Throws `import_too_large` as soon as there are too many. */
async function* inChunks(body: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let held = 0
  let total = 0
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = part
    total += bytes.length
    if (total > importLimits.fileBytes) throw new AppError('import_too_large')
    parts.push(bytes)
    held += bytes.length
    if (held < chunkBytes) continue
    yield Buffer.concat(parts)
    parts = []
    held = 0
  }
  if (held > 0) yield Buffer.concat(parts)
}
