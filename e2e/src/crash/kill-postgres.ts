import { expect } from 'vitest'
import type { Installation } from '../started-program.ts'

/** Sends SIGKILL to the database of a program, and waits until the program has started it again. */
export async function killPostgres(place: Installation): Promise<void> {
  const pid = await place.postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => place.postmasterPid().catch(() => pid), { timeout: 120_000 }).not.toBe(pid)
}
