import { type Agent, request } from 'node:http'

export interface PlainRequest {
  port: number
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
  /** Local source address, such as one in 127.0.0.0/8. */
  localAddress?: string
  agent?: Agent | false
}

/** Sends a request to a local program and returns its status and duration. Rejects if there is no response. */
export function requestPlainly({
  port,
  path,
  method = 'GET',
  headers = {},
  body,
  localAddress,
  agent = false,
}: PlainRequest): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method,
        agent,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(localAddress && { localAddress }),
      },
      (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, tookMs: performance.now() - startedAt }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
