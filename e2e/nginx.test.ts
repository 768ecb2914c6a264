import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { hasNginx } from '@eot/server/test/nginx'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './src/free-port.ts'
import { startNginx } from './src/processes/start-nginx.ts'

const title = hasNginx ? '' : ' (nginx is not installed)'

test.skipIf(!hasNginx)(
  `behind nginx, everybody is served soon after all processes have refused requests${title}`,
  async () => {
    const folder = await makeTemporaryDirectory()
    onTestFinished(() => rm(folder, { recursive: true }))
    let isBusy = false
    const ports = [await findFreePort(), await findFreePort()]
    for (const port of ports) {
      const server = createServer((_, response) => response.writeHead(isBusy ? 503 : 200).end())
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
    }
    const nginx = await startNginx(folder, ports, await findFreePort())
    onTestFinished(nginx.stop)
    const ask = () =>
      fetch(nginx.origin).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(ask).toBe(200)
    isBusy = true
    await expect.poll(ask, { interval: 0 }).toBe(502)
    isBusy = false
    await expect.poll(ask, { timeout: 60_000 }).toBe(200)
  },
)
