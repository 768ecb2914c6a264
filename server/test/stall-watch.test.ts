import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cpuTimeMs, watchStalls } from './stall-watch.ts'

/** Keeps the CPU busy for this much CPU time. */
function work(ms: number): void {
  const end = cpuTimeMs() + ms
  while (cpuTimeMs() < end);
}

test('one long piece of work is a stall, and the same work in small pieces with pauses is not', async () => {
  const stalls = watchStalls()
  work(120)
  expect(await stalls.longestMs()).toBeGreaterThanOrEqual(120)
  stalls.reset()
  for (let piece = 0; piece < 40; piece++) {
    work(3)
    await pause(2)
  }
  expect(await stalls.longestMs()).toBeLessThan(100)
})
