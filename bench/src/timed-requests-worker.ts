import { parentPort, workerData } from 'node:worker_threads'
import type { RequestPlan, TimedRequest } from './timed-requests.ts'

const { urls, headers, rounds }: RequestPlan = workerData
const taken: TimedRequest[] = urls.map(() => ({ ms: [], bytes: 0 }))
// Round 0 is a warm-up.
for (let turn = 0; turn <= rounds; turn++)
  for (const [at, url] of urls.entries()) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers })
    const body = await response.arrayBuffer()
    const ms = performance.now() - startedAt
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
    const one = taken[at]
    if (!one) continue
    one.bytes = body.byteLength
    if (turn > 0) one.ms.push(ms)
  }
parentPort?.postMessage(taken)
