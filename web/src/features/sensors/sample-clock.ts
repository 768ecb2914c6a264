/** Differences below this are the way from the device to the screen, not a wrong clock. */
const TOLERATED_MS = 3000
const REMEMBERED = 20

/**
 * The present in the time of a device's samples. Clocks of devices and of computers are wrong by minutes at
 * times; the smallest delay seen lately between a sample and its arrival tells by how much.
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
