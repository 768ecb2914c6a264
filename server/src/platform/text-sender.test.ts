import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTextSink } from '../../test/text-sink.ts'
import { createTextSender, type TextSender } from './text-sender.ts'

const text = { id: '0190', to: '+15551234567', text: 'Vape: Restroom 2F & hall' }
const signal = new AbortController().signal
let sink: Awaited<ReturnType<typeof startTextSink>>

beforeEach(async () => {
  const started = await startTextSink()
  onTestFinished(() => started.stop().catch(() => undefined)) // a test may have stopped it
  sink = started
})

const senderFor = (path: string, user = ''): TextSender =>
  createTextSender(`http://${user}127.0.0.1:${sink.port}${path}`)
const twilio = '/2010-04-01/Accounts/AC1/Messages.json?From=%2B15550000000'

test('the address of Twilio gets a form, with Basic authentication and the parameters of the address', async () => {
  expect(await senderFor(twilio, 'AC1:s%40crt@').send(text, signal)).toBe('SM1')
  const [request] = sink.received
  expect(request).toMatchObject({ method: 'POST', url: '/2010-04-01/Accounts/AC1/Messages.json' })
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:s@crt').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    From: '+15550000000',
    To: text.to,
    Body: text.text,
  })
})

test('Twilio gets the address for reports about the text message', async () => {
  const callback = 'https://portal.example/api/callbacks/texts'
  await createTextSender(`http://127.0.0.1:${sink.port}${twilio}`, callback).send(text, signal)
  expect(new URLSearchParams(sink.received[0]?.body).get('StatusCallback')).toBe(`${callback}?id=0190`)
})

test('an address with placeholders gets the encoded values in their places', async () => {
  await senderFor('/send/{to}?message={text}&ref={id}').send(text, signal)
  expect(sink.received[0]).toMatchObject({
    url: '/send/%2B15551234567?message=Vape%3A%20Restroom%202F%20%26%20hall&ref=0190',
    body: '',
  })
})

test('any other address gets JSON, and every attempt the same key', async () => {
  const sender = senderFor('/texts')
  await sender.send(text, signal)
  await sender.send(text, signal)
  expect(sink.received.map(({ body }) => JSON.parse(body))).toEqual([text, text])
  expect(sink.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['0190', '0190'])
})

test.each([
  ['a number that is none', 400, 21211],
  ['a landline', 400, 21614],
  ['a receiver who answered STOP', 400, 21610],
  ['a text that is refused for another reason', 422, undefined],
])('%s is refused permanently', async (_title, status, code) => {
  sink.answers.push({ status, body: { code, message: 'no' } })
  await expect(senderFor(twilio).send(text, signal)).rejects.toMatchObject({
    name: 'TextRefused',
    code,
    message: [status, code, 'no'].filter(Boolean).join(' '),
  })
})

test.each([401, 403, 404, 408, 429, 500, 503, 302])(
  'a response with status %d is worth a retry',
  async (status) => {
    sink.answers.push({ status, headers: { location: '/elsewhere' } })
    await expect(senderFor(twilio).send(text, signal)).rejects.toMatchObject({
      name: 'RetryLater',
      afterMs: 0,
    })
    expect(sink.received).toHaveLength(1)
  },
)

test.each([
  ['120', 120_000],
  ['86400', 300_000],
  ['soon', 0],
  ['-5', 0],
  ['Mon, 01 Jan 2024 00:00:00 GMT', 0],
])('a wait of %s that the provider requests is respected, up to five minutes', async (header, afterMs) => {
  sink.answers.push({ status: 429, headers: { 'retry-after': header } })
  await expect(senderFor('/texts').send(text, signal)).rejects.toMatchObject({ afterMs })
})

test.each([400, 500])(
  'the error for a response with status %d does not contain the number that it quotes',
  async (status) => {
    sink.answers.push({
      status,
      body: { code: 21211, message: `The number ${text.to} or 555 123-4567 is not valid` },
    })
    await expect(senderFor(twilio).send(text, signal)).rejects.toMatchObject({
      message: `${status} 21211 The number (number) or (number) is not valid`,
    })
  },
)

test('the error of an unreachable provider is named', async () => {
  await sink.stop()
  await expect(senderFor('/texts').send(text, signal)).rejects.toThrow(
    'no answer from the provider: ECONNREFUSED',
  )
})

test('a connection that closes without a response is worth a retry', async () => {
  sink.answers.push('close')
  await expect(senderFor('/texts').send(text, signal)).rejects.not.toMatchObject({ name: 'TextRefused' })
})

test.each(['HTML', '<html>', 'x'.repeat(100_000), '[1]'])(
  'a response that is not a JSON object is accepted',
  async (body) => {
    sink.answers.push({ status: 200, body })
    expect(await senderFor('/texts').send(text, signal)).toBeNull()
  },
)

test.each(['5551234567', '+1555CALLNOW', '+1 555 123 4567', '', '+15551234567\r\nX: y'])(
  'nothing is sent to %j, which is not a number',
  async (to) => {
    await expect(senderFor('/texts').send({ ...text, to }, signal)).rejects.toMatchObject({
      code: 21211,
    })
    expect(sink.received).toEqual([])
  },
)
