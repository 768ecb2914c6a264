import { backUpDatabase } from '../src/program/backup-database.ts'

/** Backs up the database as of an exported snapshot, and prints a summary as JSON. The arguments are the file and the snapshot. */
const [file = '', snapshot = ''] = process.argv.slice(2)
const url = process.env.DATABASE_URL ?? ''
const { rows, bytes } = await backUpDatabase({ url, file, takenAt: new Date(), snapshot })
process.stdout.write(`${JSON.stringify({ rows, bytes })}\n`)
