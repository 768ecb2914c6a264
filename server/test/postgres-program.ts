import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'

/** A program that only owns an embedded PostgreSQL. Tests start it on a directory and kill it. */
const dataDir = process.argv[2]
if (!dataDir) throw new Error('usage: postgres-program.ts DATA_DIR')

const { url, stop } = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
process.once('SIGTERM', () => void stop())
process.stdout.write(`ready ${url}\n`)
