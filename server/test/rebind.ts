import { createEgress, EgressRefused } from '../src/platform/egress/egress.ts'
import { startReceiver } from './web-receiver.ts'

/** Results for a name that changes between the check and the connection. */
const answers = [
  ['127.0.0.1'],
  ['93.184.216.34', '127.0.0.1'],
  ['::1'],
  ['2606:2800:220:1:248:1893:25c8:1946', '::ffff:10.0.0.1'],
]

/** Sends requests to a name that resolves differently each time, and counts the results. */
export async function rebind(times: number): Promise<{ resolved: number; connections: number }> {
  const canary = await startReceiver()
  let resolved = 0
  const egress = createEgress([], async () => {
    const addresses = answers[resolved++ % answers.length] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
  const url = new URL(`https://rebind.example:${canary.port}/`)
  const { signal } = new AbortController()
  for (let n = 0; n < times; n++) {
    const failure = await egress.request(url, { method: 'POST' }, signal).then(
      () => new Error('a request was answered'),
      (error: unknown) => error,
    )
    if (!(failure instanceof EgressRefused)) throw failure
  }
  await canary.stop()
  return { resolved, connections: canary.connections }
}
