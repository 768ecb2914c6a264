import { once } from 'node:events'
import { createServer } from 'node:net'

/** Nobody may have used them yet. */
const given = new Set<number>()

/**
 * A free port, for programs that need to know their address before they start. It is outside the range from which
 * the system takes the local ports of connections (32768 and above), so that none of them takes it in the meantime.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (given.has(port)) continue
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    given.add(port)
    return port
  }
}
