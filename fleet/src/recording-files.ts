import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Recording, UnreadableRecording } from './plan-replay.ts'

const ending = /\.csv(\.gz)?$/i
const unpack = promisify(gunzip)

/** Reads a `.csv` or `.csv.gz` file, or all of them in a folder, ordered by name. */
export async function readRecordings(path: string): Promise<Recording[]> {
  const isFolder = (await stat(path)).isDirectory()
  const files = isFolder
    ? (await readdir(path)).filter((file) => ending.test(file)).map((file) => join(path, file))
    : [path]
  if (files.length === 0) throw new UnreadableRecording(`there is no .csv or .csv.gz file in ${path}`)
  return Promise.all(files.sort().map(readRecording))
}

async function readRecording(file: string): Promise<Recording> {
  const bytes = await readFile(file)
  const text = (/\.gz$/i.test(file) ? await unpack(bytes) : bytes).toString('utf8')
  return { name: basename(file).replace(ending, ''), text }
}
