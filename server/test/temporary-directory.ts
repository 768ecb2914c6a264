import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const neededBytes = 2 ** 31

/**
 * Creates an empty directory in `TEST_DIR`. If that is not set, the directory is in memory, where the many files of a database
 * are created faster, unless memory is short.
 */
export function makeTemporaryDirectory(): Promise<string> {
  const parent = process.env.TEST_DIR ?? (hasRoom() ? memoryDisk : tmpdir())
  return mkdtemp(join(parent, 'eot-test-'))
}

function hasRoom(): boolean {
  if (!existsSync(memoryDisk)) return false
  const disk = statfsSync(memoryDisk)
  return disk.bavail * disk.bsize > neededBytes
}
