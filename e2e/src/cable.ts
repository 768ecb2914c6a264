import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Cable {
  url: string
  /** The near side loses its connections; the far side does not notice, and the data it sends is lost. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy between browser and portal that can be cut, since offline emulation does not affect open WebSockets. */
export async function layCable(portalUrl: string): Promise<Cable> {
  const { port, protocol } = new URL(portalUrl)
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  let isCut = false
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const portal = connect(Number(port))
    near.add(browser.on('close', () => near.delete(browser)))
    far.add(portal.on('close', () => far.delete(portal)))
    browser.on('data', (chunk) => portal.write(chunk)).on('end', () => isCut || portal.end())
    portal.on('data', (chunk) => isCut || browser.write(chunk)).on('end', () => browser.end())
    // Errors are expected; each side is closed with the other.
    browser.on('error', () => undefined).on('close', () => isCut || portal.destroy())
    portal.on('error', () => undefined).on('close', () => browser.destroy())
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the cable has no port')
  return {
    url: `${protocol}//127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      for (const socket of near) socket.destroy()
    },
    mend() {
      for (const socket of far) socket.destroy()
      isCut = false
    },
    async close() {
      for (const socket of [...near, ...far]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
