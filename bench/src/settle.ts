import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const sampleMs = 500
const quietShare = 0.1
const mostMs = 15_000

/**
 * Waits until the machine is quiet, so that work that one system still does in the background, such as merging files, does not slow
 * down the next one. Gives up after 15 s.
 */
export async function settle(): Promise<void> {
  const endsAt = performance.now() + mostMs
  for (let before = times(); performance.now() < endsAt; ) {
    await delay(sampleMs)
    const after = times()
    if ((after.busy - before.busy) / (after.all - before.all) < quietShare) return
    before = after
  }
}

function times(): { busy: number; all: number } {
  const cores = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }))
  const busy = cores.reduce((sum, core) => sum + core.busy, 0)
  return { busy, all: cores.reduce((sum, core) => sum + core.idle, busy) }
}
