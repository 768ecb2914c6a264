import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  path: string
  /** Fills the disk with a file, or takes the space that has become free since. */
  fill(): Promise<void>
  free(): Promise<void>
}

const blockBytes = 64 * 1024

/** Returns whether this process may mount a disk: it must be root, and the machine must allow it. */
export function mayMount(): boolean {
  const path = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim()
  const isMounted = mount(path, 1)
  if (isMounted) spawnSync('umount', [path])
  rmSync(path, { recursive: true })
  return isMounted
}

/** Mounts a separate in-memory disk until the end of the test. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await makeTemporaryDirectory()
  if (!mount(path, megabytes)) throw new Error('the disk could not be mounted')
  onTestFinished(async () => {
    // Lazily, since the last files may still be open.
    spawnSync('umount', ['--lazy', path])
    await rm(path, { recursive: true })
  })
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const file = await open(ballast, 'a')
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(path)
          const bytes = Math.min(blockBytes, bavail * bsize)
          if (bytes === 0) return
          await file.appendFile(Buffer.alloc(bytes, 1))
        }
      } catch (error) {
        // PostgreSQL took the last bytes before this write.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast),
  }
}

function mount(path: string, megabytes: number): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path])
  return status === 0
}
