import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { columnarType } from '@eot/contract/columnar-series'

/** The headers that the portal sends. */
export const portalHeaders = (token: string) => ({
  authorization: `Bearer ${token}`,
  accept: `application/json, ${columnarType}`,
})

export interface RequestPlan {
  urls: readonly string[]
  headers: Record<string, string>
  /** How often each is sent. */
  rounds: number
}

export interface TimedRequest {
  /** From sending each request until its body has arrived. */
  ms: number[]
  /** Size of the last response body as transferred, that is, compressed. */
  bytes: number
}

/**
 * Times GET requests, in turns, after a warm-up round. Runs on a thread with a small heap: collecting the garbage of
 * responses in the benchmark's own heap takes both cores of a small machine for 50 ms.
 */
export async function timeRequests(plan: RequestPlan): Promise<TimedRequest[]> {
  const worker = new Worker(fileURLToPath(new URL('./timed-requests-worker.ts', import.meta.url)), {
    workerData: plan,
  })
  const [taken]: TimedRequest[][] = await once(worker, 'message')
  return taken ?? []
}
