import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { createLog } from './log.ts'
import { StartRefused } from './start-refused.ts'
import { openTlsFiles } from './tls-files.ts'

const folder = await makeTemporaryDirectory()
const everyMs = 20

function logLines() {
  const lines: { msg: string; level: string; daysLeft?: number }[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
}

async function open(files: { certificateFile: string; keyFile: string }, log = createLog('silent')) {
  const opened = await openTlsFiles({ ...files, log, everyMs })
  onTestFinished(opened.stop)
  return opened
}

async function serve(files: Awaited<ReturnType<typeof open>>): Promise<() => Promise<string>> {
  const server = tls.createServer(files.options(), (socket) => socket.end())
  files.follow(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return async () => {
    const { port } = server.address() as AddressInfo // it listens on TCP
    const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(client, 'secureConnect')
    const name = client.getPeerCertificate().subject.CN
    client.destroy()
    return String(name)
  }
}

test('a renewed certificate is served to new connections without a restart', async () => {
  const files = makeCertificate(folder, 'before.example.org')
  const nameServed = await serve(await open(files))
  expect(await nameServed()).toBe('before.example.org')
  const next = makeCertificate(folder, 'after.example.org')
  await rename(next.keyFile, files.keyFile)
  await rename(next.certificateFile, files.certificateFile)
  await expect.poll(nameServed).toBe('after.example.org')
})

test('while the new certificate and key do not match, the earlier certificate stays in use and one error is logged', async () => {
  const files = makeCertificate(folder, 'stays.example.org')
  const { lines, log } = logLines()
  const nameServed = await serve(await open(files, log))
  const next = makeCertificate(folder, 'next.example.org')
  await rename(next.certificateFile, files.certificateFile)
  await expect
    .poll(() => lines.map(({ msg }) => msg).join())
    .toContain('the earlier certificate stays in use')
  expect(await nameServed()).toBe('stays.example.org')
  await rename(next.keyFile, files.keyFile)
  await expect.poll(nameServed).toBe('next.example.org')
  expect(lines.filter(({ msg }) => msg.includes('stays in use'))).toHaveLength(1)
})

test('a certificate that ends soon is logged once a day, and so is one that has expired', async () => {
  const dayMs = 86_400_000
  const files = makeCertificate(folder, 'ends.example.org', 30)
  const { lines, log } = logLines()
  const start = Date.now()
  let now = start
  let asked = 0
  const clock = () => {
    asked++
    return new Date(now)
  }
  const opened = await openTlsFiles({ ...files, log, clock, everyMs })
  onTestFinished(opened.stop)
  expect(Math.round(opened.daysLeft())).toBe(30)
  const messagesOn = async (day: number) => {
    now = start + day * dayMs + 1000
    lines.length = 0
    const before = asked
    // Several polls, of which one may still have read the earlier time.
    await expect.poll(() => asked).toBeGreaterThan(before + 5)
    return lines.map(({ msg, level, daysLeft }) => [level, msg, daysLeft])
  }
  expect(await messagesOn(15)).toEqual([])
  expect(await messagesOn(17)).toEqual([['warn', 'the certificate ends soon', 12]])
  expect(await messagesOn(17.5)).toEqual([])
  expect(await messagesOn(19)).toEqual([['warn', 'the certificate ends soon', 10]])
  expect(await messagesOn(31)).toEqual([['error', 'the certificate has expired', undefined]])
  expect(opened.daysLeft()).toBeLessThan(-1)
})

test.each<[string, () => Promise<{ certificateFile: string; keyFile: string }>, RegExp]>([
  [
    'a missing certificate file',
    async () => ({ certificateFile: join(folder, 'none.pem'), keyFile: join(folder, 'none.key') }),
    /^the certificate file .*none\.pem cannot be read \(ENOENT\)$/,
  ],
  [
    'a missing key file',
    async () => ({ ...makeCertificate(folder, 'a.example.org'), keyFile: join(folder, 'none.key') }),
    /^the key file .*none\.key cannot be read \(ENOENT\)$/,
  ],
  [
    'a key of a different certificate',
    async () => ({
      ...makeCertificate(folder, 'b.example.org'),
      keyFile: makeCertificate(folder, 'c.example.org').keyFile,
    }),
    /cannot be used together: key values mismatch$/,
  ],
  [
    'a file that is not a certificate',
    async () => {
      const files = makeCertificate(folder, 'd.example.org')
      await writeFile(files.certificateFile, 'not PEM')
      return files
    },
    /cannot be used together: /,
  ],
])('%s prevents the start with one sentence', async (_title, make, message) => {
  const refused = await open(await make()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefused)
  expect((refused as StartRefused).message).toMatch(message)
})
