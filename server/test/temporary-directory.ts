import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const neededBytes = 2 ** 31

/** A new empty directory; in memory where there is room for a few databases, since tests create so many files. */
export function makeTemporaryDirectory(): Promise<string> {
  return mkdtemp(join(hasRoom() ? memoryDisk : tmpdir(), 'eot-test-'))
}

function hasRoom(): boolean {
  if (!existsSync(memoryDisk)) return false
  const disk = statfsSync(memoryDisk)
  return disk.bavail * disk.bsize > neededBytes
}
