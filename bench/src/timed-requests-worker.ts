import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { RequestPlan, TimedRequest } from './timed-requests.ts'

const { urls, headers, rounds }: RequestPlan = workerData
const agent = new Agent({ keepAlive: true })
const taken: TimedRequest[] = urls.map(() => ({ ms: [], bytes: 0 }))
// Round 0 is a warm-up.
for (let turn = 0; turn <= rounds; turn++)
  for (const [at, url] of urls.entries()) {
    const startedAt = performance.now()
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers } })
    const [response]: IncomingMessage[] = await once(request, 'response')
    let bytes = 0
    response?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    if (response) await once(response, 'end')
    const ms = performance.now() - startedAt
    if (response?.statusCode !== 200) throw new Error(`${url} answered ${response?.statusCode}`)
    const one = taken[at]
    if (!one) continue
    one.bytes = bytes
    if (turn > 0) one.ms.push(ms)
  }
agent.destroy()
parentPort?.postMessage(taken)
