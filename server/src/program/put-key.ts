import { mkdir, rename } from 'node:fs/promises'
import { createPrivateFile, findPrivateFile } from '../platform/private-file.ts'
import { fingerprintOf, parseSecretKey, secretKeyPath } from '../platform/secret-key.ts'
import { say } from './announce-start.ts'
import type { Config } from './config.ts'

/** Writes the key of a backup to the data directory. A different existing key is kept beside it. */
export async function putKey(key: Buffer, dataDir: string): Promise<void> {
  const path = secretKeyPath(dataDir)
  await mkdir(dataDir, { recursive: true })
  const found = await findPrivateFile(path)
  if (found !== undefined && parseSecretKey(found)?.equals(key)) return
  if (found !== undefined) {
    const aside = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await rename(path, aside)
    say(`the former secret key is now ${aside}`)
  }
  await createPrivateFile(path, key.toString('base64'))
  say(`the secret key of the backup is now in ${path}`)
}

/** Returns what to do about the secret key before the next start; undefined if it is the key of the database. */
export async function adviseOnKey(
  fingerprint: string | null,
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<string | undefined> {
  const key = secretKey ?? parseSecretKey((await findPrivateFile(secretKeyPath(dataDir))) ?? '')
  if (fingerprint === null || (key && fingerprintOf(key).toString('hex') === fingerprint)) return undefined
  const place = secretKey ? 'SECRET_KEY' : secretKeyPath(dataDir)
  return `before the next start, put the secret key of the backup into ${place}, or see "A lost secret key" in docs/operations.md`
}
