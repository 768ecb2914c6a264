import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './error-code.ts'

/** Returns the trimmed content; undefined if the file does not exist. */
export async function findPrivateFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Creates the file, readable by this user only (0600) and safe against power loss. Returns the content of the file, which
 * is that of another program if it created the file first.
 */
export async function createPrivateFile(path: string, content: string): Promise<string> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeThrough(draft, `${content}\n`)
  try {
    await link(draft, path)
    await syncDirectory(dirname(path))
    return content
  } catch (error) {
    const existing = errorCode(error) === 'EEXIST' ? await findPrivateFile(path) : undefined
    if (existing === undefined) throw error
    return existing
  } finally {
    await unlink(draft)
  }
}

/** Makes a rename, link or removal in the directory survive a power loss. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function writeThrough(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
