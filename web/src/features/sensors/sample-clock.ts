/** Smaller differences are transmission delays, not wrong clocks. */
const TOLERATED_MS = 3000
const REMEMBERED = 20

/**
 * The current time on the clock of a device's samples. Clocks of devices and computers can be minutes off; the
 * smallest recent delay between a sample and its arrival shows by how much.
 */
export function makeSampleClock() {
  let delays: number[] = []
  return {
    arrived(sampleMs: number, nowMs: number): void {
      delays = [...delays, nowMs - sampleMs].slice(-REMEMBERED)
    },
    now(nowMs: number): number {
      if (delays.length === 0) return nowMs
      const offsetMs = Math.min(...delays)
      return Math.abs(offsetMs) < TOLERATED_MS ? nowMs : nowMs - offsetMs
    },
  }
}
