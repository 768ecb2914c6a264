import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { writeNginxConfig } from '@eot/server/test/nginx'
import { findFreePort } from '../free-port.ts'

export interface Nginx {
  origin: string
  /** Kills a worker process, which the master process replaces. */
  killWorker(random: () => number): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs nginx with TLS on the port `https`, in front of processes on `ports`, with a certificate that this process and the curl
 * commands it runs trust. As behind another proxy, it takes the address of a client from `X-Forwarded-For`, so that clients here
 * have different ones.
 */
export async function startNginx(folder: string, ports: readonly number[], https: number): Promise<Nginx> {
  const http = await findFreePort()
  const { file, certificateFile } = await writeNginxConfig({
    folder,
    processes: ports.map((port) => `127.0.0.1:${port}`),
    http: `127.0.0.1:${http}`,
    https: `127.0.0.1:${https}`,
    more: 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;',
  })
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, await readFile(certificateFile, 'utf8')])
  const bundle = process.env.CURL_CA_BUNDLE
  process.env.CURL_CA_BUNDLE = certificateFile
  const master = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
  const ended = once(master, 'exit')
  return {
    origin: `https://localhost:${https}`,
    async killWorker(random) {
      const children = await readFile(`/proc/${master.pid}/task/${master.pid}/children`, 'utf8')
      const workers = children.trim().split(' ').map(Number)
      const worker = workers[Math.floor(random() * workers.length)]
      if (worker) process.kill(worker, 'SIGKILL')
    },
    async stop() {
      master.kill('SIGTERM')
      await ended
      tls.setDefaultCACertificates(trusted)
      if (bundle === undefined) delete process.env.CURL_CA_BUNDLE
      else process.env.CURL_CA_BUNDLE = bundle
    },
  }
}
