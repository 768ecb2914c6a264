import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface LoopStalls {
  /** Environment of the program to be watched. */
  environment: NodeJS.ProcessEnv
  /** The longest block of the program's event loop since the last call, in ms. */
  takeLongestMs(pid: number): Promise<number>
}

/** Watches the event loop of a program in another process. */
export async function watchingLoop<T>(measure: (stalls: LoopStalls) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'loop-'))
  const file = join(directory, 'longest.json')
  const read = (): { at: number; longestMs: number } | undefined => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return undefined // not written yet, or only half
    }
  }
  try {
    return await measure({
      environment: {
        NODE_OPTIONS: `--import=${new URL('./loop-probe.ts', import.meta.url).href}`,
        LOOP_PROBE_FILE: file,
      },
      async takeLongestMs(pid) {
        const before = read()?.at
        process.kill(pid, 'SIGUSR2')
        for (;;) {
          const found = read()
          if (found && found.at !== before) return found.longestMs
          await delay(5)
        }
      },
    })
  } finally {
    await rm(directory, { recursive: true })
  }
}
