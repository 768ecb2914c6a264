import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../start-refused.ts'
import type { Cluster } from './cluster.ts'
import { nobody } from './server-account.ts'

const socketFile = '.s.PGSQL.5432'
/** The kernel limits a socket path to 108 bytes, including the terminating zero. */
const longestSocketPath = 107

/** Returns the directory of the socket: the database directory unless its path would exceed the kernel's limit. */
export function chooseSocketDir(directory: string): string {
  if (Buffer.byteLength(join(directory, socketFile)) <= longestSocketPath) return directory
  return join(tmpdir(), `eot-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`)
}

export async function prepareSocketDir({ directory, socketDir, account }: Cluster): Promise<void> {
  if (socketDir === directory) return
  if (account && (await ownerOf(socketDir)) === nobody.uid) await rm(socketDir, { recursive: true })
  await mkdir(socketDir, { recursive: true, mode: 0o700 })
  const owners = [account?.uid, process.getuid?.()]
  const found = await lstat(socketDir)
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${socketDir} belongs to another user; remove it, or set DATA_DIR to a shorter path than ${directory}`,
    )
  }
  if (account) await chown(socketDir, account.uid, account.gid)
}

/** Returns the user id of the owner; undefined if the directory does not exist. */
async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).uid
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export async function removeSocketDir({ directory, socketDir }: Cluster): Promise<void> {
  if (socketDir !== directory) await rmdir(socketDir)
}

/** Removes the lock file of a killed server, which would look current if another program has received its pid. */
export async function removeSocketLock({ socketDir }: Cluster): Promise<void> {
  await rm(join(socketDir, `${socketFile}.lock`), { force: true })
}
