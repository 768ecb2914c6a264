import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { IngestAnswer } from '@eot/contract/ingest'

export interface BulkGateway {
  url: string
  token: string
}

export interface BulkCounts {
  accepted: number
  duplicates: number
  seconds: number
}

/** Sends all lanes concurrently. Each lane is a gateway that sends its requests one after another. */
export async function sendLanes(gateway: BulkGateway, lanes: readonly Buffer[][]): Promise<BulkCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes.length })
  const counts = { accepted: 0, duplicates: 0, seconds: 0 }
  const startedAt = performance.now()
  await Promise.all(
    lanes.map(async (bodies) => {
      for (const body of bodies) {
        const answer = await post(gateway, agent, body)
        if (answer.Rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(answer.Rejected[0])}`)
        counts.accepted += answer.Accepted
        counts.duplicates += answer.Duplicates
      }
    }),
  )
  counts.seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return counts
}

async function post({ url, token }: BulkGateway, agent: Agent, body: Buffer): Promise<IngestAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IngestAnswer>()
  const sent = request(`${url}/api/ingest/bulk`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      'content-length': body.length,
    },
  })
  sent.once('error', reject)
  sent.once('response', (response) => {
    text(response).then((answered) => {
      if (response.statusCode === 202) resolve(JSON.parse(answered))
      else reject(new Error(`bulk request failed with ${response.statusCode}: ${answered}`))
    }, reject)
  })
  sent.end(body)
  return promise
}
