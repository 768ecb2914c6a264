import { afterAll, expect, test } from 'vitest'
import { rebind } from '../../../test/rebind.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { createEgress, EgressRefused } from './egress.ts'

const canaries = [await startReceiver(), await startReceiver(undefined, '::1')]
afterAll(() => Promise.all(canaries.map(({ stop }) => stop())))
const ports = canaries.map(({ port }) => port)
const connections = () => canaries.reduce((sum, { connections }) => sum + connections, 0)
const signal = new AbortController().signal

/** Known ways to address a loopback, private, link-local or metadata address in attacks. */
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001', '0177.1',
  '127.0.0.1.', '127.255.255.254', '127.000.000.001', '00000177.0.0.1', '0', '0.0.0.0', '0x0', '000.0.0.0',
  '１２７.0.0.1', '127。0。0。1', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1',
  'localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost', 'loopback.example', 'localtest.example',
  '10.0.0.1', '10.255.255.255', '012.0.0.1', '0xa000001', '167772161', '172.16.0.1', '172.31.255.254', '192.168.0.1', '3232235521', '0xc0a80001', '192.168.1', '100.64.0.1', '100.127.255.254', '192.0.0.1', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255',
  '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.16689662', '169.254.170.2', '100.100.100.200', '168.63.129.16', 'metadata.google.internal',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::a9fe:a9fe]',
  '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[2002:c0a8:1::1]', '[2001:0:7f00:1::]', '[2001::1]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]', '[2001:db8::1]', '[2001:10::1]', '[fc00::1]', '[fd00:ec2::254]', '[fd12:3456:789a::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[ff05::2]', '[100::1]', '[3fff::1]', '[5f00::1]',
] // biome-ignore format: a list

const origins = hosts.flatMap((host) =>
  ports.flatMap((port) => [`https://${host}:${port}/`, `http://${host}:${port}/`]),
)
const others = [
  'https://127.0.0.1@10.0.0.1/', 'https://example.org@127.0.0.1/', 'https://user:pass@example.org/', 'https://example.org:pass@[::1]/',
  'https://127.0.0.1#@example.org/', 'https://127.0.0.1\\@example.org/', 'https://example.org\\@127.0.0.1/', 'https:127.0.0.1/', 'https:/127.0.0.1/', 'https:\\\\127.0.0.1/',
  'file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1:70/_x', 'dict://127.0.0.1/', 'unix:///var/run/docker.sock', 'http://unix:/var/run/docker.sock:/info', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/', 'ws://127.0.0.1/', 'data:text/plain,x', 'javascript:1', 'jar:http://127.0.0.1!/', 'ldap://127.0.0.1/',
  'https://example.org:22/', 'https://example.org:25/', 'https://example.org:111/', 'https://example.org:587/', 'https://example.org:636/', 'https://example.org:0/',
] // biome-ignore format: a list

/** Every name resolves to this machine. */
const egress = createEgress([], async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
])

test('none of more than 400 addresses leads to this machine or its network', async () => {
  const all = [...origins, ...others]
  expect(all.length).toBeGreaterThan(400)
  for (const address of all) {
    if (!URL.canParse(address)) continue
    for (const act of [
      egress.request(new URL(address), { method: 'GET' }, signal),
      egress.seeCertificate(new URL(address), signal),
    ])
      await expect(
        act.catch((error: unknown) => {
          throw error
        }),
        address,
      ).rejects.toThrow(EgressRefused)
  }
  expect(connections()).toBe(0)
})

test('a name that resolves differently each time is resolved once, and never leads here', async () => {
  expect(await rebind(300)).toEqual({ resolved: 300, connections: 0 })
})

test("the operator's allowlist never opens the metadata of a cloud", async () => {
  const open = createEgress(['0.0.0.0/0', '::/0', 'metadata.example'], async () => [
    { address: '169.254.169.254', family: 4 },
  ])
  for (const host of [
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '168.63.129.16',
    'metadata.example',
  ])
    await expect(
      open.request(new URL(`http://${host}/latest/meta-data`), { method: 'GET' }, signal),
      host,
    ).rejects.toThrow(EgressRefused)
})

test('a proxy of the environment is not used', async () => {
  const allowed = createEgress(['127.0.0.1'])
  const [receiver] = canaries
  const before = { ...process.env }
  Object.assign(process.env, { HTTP_PROXY: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' })
  try {
    expect((await allowed.request(new URL(`${receiver?.origin}/`), { method: 'GET' }, signal)).status).toBe(
      200,
    )
  } finally {
    process.env = before
  }
})

test('an endless response is truncated, and a trickling one times out', async () => {
  const endless = await startReceiver()
  endless.answer = (response) => {
    const write = () => {
      if (response.destroyed) return
      response.write('x'.repeat(65_536))
      setImmediate(write)
    }
    write()
  }
  const trickling = await startReceiver()
  trickling.answer = (response) => {
    const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('x')), 20)
  }
  const quick = createEgress(['127.0.0.1'], undefined, 300)
  const [cut, late] = await Promise.allSettled(
    [endless, trickling].map(({ origin }) => quick.request(new URL(origin), { method: 'GET' }, signal)),
  )
  expect(cut).toMatchObject({ value: { status: 200, text: 'x'.repeat(65_536) } })
  expect(late).toMatchObject({ reason: { message: 'no answer within 0.3 s' } })
  await Promise.all([endless.stop(), trickling.stop()])
})
