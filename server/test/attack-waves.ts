import { expect } from 'vitest'
import { type Dice, seededDice } from './hostile-packets.ts'
import { longestStallMs, watchStalls } from './stall-watch.ts'

const atOnce = 10
/** What stalls once may have met a garbage collection; what one of its packets did happens again. */
const attempts = 3

/** What one connection of an attacker did. */
export interface Attempt {
  sent: number
  /** Closes the connection, where that is still to be done. */
  end?: () => void
}

export interface Attack {
  /** How many packets or frames are sent at least. */
  total: number
  seed: number
  /** One connection; sends the same with the same dice. */
  attackOnce(dice: Dice, n: number): Promise<Attempt>
  /** Between the last packet of ten connections and their end. */
  meanwhile(): void | Promise<void>
}

/**
 * Attacks over ten connections at a time, and expects that the event loop of this process, which serves and attacks, is
 * never stalled. A wave in which it was is repeated as it was.
 */
export async function attackInWaves({ total, seed, attackOnce, meanwhile }: Attack): Promise<void> {
  const watch = watchStalls()
  for (let sent = 0, wave = 0; sent < total; wave++) {
    const stalls: number[] = []
    do {
      watch.reset()
      const made = await Promise.all(
        Array.from({ length: atOnce }, (_, n) => attackOnce(seededDice(seed + wave * atOnce + n), n)),
      )
      stalls.push(await watch.longestMs())
      await meanwhile()
      for (const { sent: count, end } of made) {
        sent += count
        end?.()
      }
    } while (Math.min(...stalls) > longestStallMs && stalls.length < attempts)
    expect(Math.min(...stalls), `SEED=${seed}: stalled in wave ${wave}, in ms`).toBeLessThanOrEqual(
      longestStallMs,
    )
  }
}
