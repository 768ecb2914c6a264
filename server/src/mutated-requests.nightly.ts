import { performance } from 'node:perf_hooks'
import { endpoints } from '@eot/contract/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFault } from '../test/documented-answer.ts'
import { hostileCallers } from '../test/hostile-callers.ts'
import { describeRequest, mutatedRequests, type WireRequest } from '../test/mutated-requests.ts'
import { noteFailures } from '../test/note-failures.ts'
import { longestStallMs, type StallWatch, watchStalls } from '../test/stall-watch.ts'
import { testApp } from '../test/test-app.ts'

const app = await testApp()
const { headersFor, knownFor } = await hostileCallers(app)
const requestsEach = Number(process.env.REQUESTS ?? 10_000)
const portion = 500
const longestMs = 250
/** A slow response is measured again: a busy machine is rarely slow each time, a slow request always is. */
const attempts = 3

/** Sends a request and measures its duration and the longest stall of the event loop. */
async function time(request: WireRequest, stalls: StallWatch) {
  stalls.reset()
  const start = performance.now()
  const answer = await app.server.inject(request as object) // any method
  const tookMs = performance.now() - start
  return { answer, tookMs, stalledMs: await stalls.longestMs() }
}

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s responds to 10,000 mutated requests as documented, each within 250 ms',
  async (_name, endpoint) => {
    const failures = noteFailures()
    const stalls = watchStalls()
    const isOpen = endpoint.access === 'public' || endpoint.access === 'device'
    const requests = mutatedRequests(endpoint, await knownFor(endpoint), headersFor(endpoint))
    const first = Number(process.env.SEED ?? Date.now() % 2 ** 31)
    for (let seed = first; seed < first + requestsEach / portion; seed++)
      for (const request of fc.sample(requests, { numRuns: portion, seed })) {
        let best = { tookMs: Number.POSITIVE_INFINITY, stalledMs: Number.POSITIVE_INFINITY }
        for (let attempt = 0; attempt < attempts; attempt++) {
          const { answer, tookMs, stalledMs } = await time(request, stalls)
          const fault = findFault(request.method, answer)
          if (fault) expect.fail(`${fault}\nSEED=${seed}\n${describeRequest(request)}`)
          best = {
            tookMs: Math.min(best.tookMs, tookMs),
            stalledMs: Math.min(best.stalledMs, stalledMs),
          }
          if (best.tookMs <= longestMs && (!isOpen || best.stalledMs <= longestStallMs)) break
        }
        const shown = `SEED=${seed}\n${describeRequest(request)}`
        expect(best.tookMs, shown).toBeLessThanOrEqual(longestMs)
        if (isOpen) expect(best.stalledMs, shown).toBeLessThanOrEqual(longestStallMs)
      }
    expect(failures).toEqual([])
  },
)
