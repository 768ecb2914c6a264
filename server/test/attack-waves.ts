import { expect } from 'vitest'
import { type Dice, seededDice } from './hostile-packets.ts'
import { longestStallMs, watchStalls } from './stall-watch.ts'

const atOnce = 10
/** A single stall may come from a garbage collection; a stall caused by a packet happens again. */
const attempts = 3

/** The result of one attacking connection. */
export interface Attempt {
  sent: number
  /** Closes the connection if it is still open. */
  end?: () => void
}

export interface Attack {
  /** Minimum number of packets or frames to send. */
  total: number
  seed: number
  /** Attacks over one connection. Sends the same data for the same dice. */
  attackOnce(dice: Dice, n: number): Promise<Attempt>
  /** Called after ten connections have sent their last packets, before they are closed. */
  meanwhile(): void | Promise<void>
}

/**
 * Attacks over ten connections at a time. Expects that the event loop of this process, which serves and attacks, never
 * stalls. A wave with a stall is repeated with the same data.
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
