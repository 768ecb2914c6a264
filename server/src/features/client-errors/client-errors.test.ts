import { Writable } from 'node:stream'
import { type ClientError, clientErrors } from '@eot/contract/client-errors'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { createLog } from '../../platform/log.ts'

const lines: string[] = []
const kept = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line))
    done()
  },
})
const counted: string[] = []
const { call, server } = await testApp({
  http: { log: createLog('info', kept) },
  countClientError: (kind) => counted.push(kind),
})

const error: ClientError = {
  Kind: 'Render',
  Message: "Cannot read properties of undefined (reading 'Name')",
  Stack: 'at SitePage (https://portal.example/assets/site-page.js?v=secret-part:1:20)',
  Page: '/site',
}
const logged = () => lines.splice(0).map((line) => JSON.parse(line))

test('an error of a browser is logged with its page and browser, and counted by kind', async () => {
  logged()
  counted.length = 0
  const answer = await call(
    clientErrors.report,
    { body: error },
    { headers: { 'user-agent': 'Firefox/150' } },
  )
  expect(answer.status).toBe(204)
  expect(counted).toEqual(['Render'])
  expect(logged().filter(({ clientError }) => clientError)).toEqual([
    expect.objectContaining({
      level: 'warn',
      clientError: {
        kind: 'Render',
        message: error.Message,
        stack: 'at SitePage (https://portal.example/assets/site-page.js?…:1:20)',
        page: '/site',
        browser: 'Firefox/150',
      },
    }),
  ])
})

test('nothing that a browser reports starts a new line of the log', async () => {
  logged()
  await call(clientErrors.report, { body: { ...error, Message: 'a\n{"level":"fatal"}\r\nb' } })
  const texts = lines.splice(0)
  expect(texts.every((text) => text.trimEnd().split('\n').length === 1)).toBe(true)
  expect(texts.map((text) => JSON.parse(text).level)).not.toContain('fatal')
})

test.each([
  ['a page with its query', { ...error, Page: '/reset?code=123456' }, 'Page'],
  ['an unknown kind', { ...error, Kind: 'Other' }, 'Kind'],
  ['a message of more than 1,000 characters', { ...error, Message: 'a'.repeat(1001) }, 'Message'],
  ['a stack of more than 6,000 characters', { ...error, Stack: 'a'.repeat(6001) }, 'Stack'],
])('%s is rejected, and neither logged nor counted', async (_what, body, path) => {
  logged()
  counted.length = 0
  const answer = await call(clientErrors.report, { body: body as ClientError })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: path }] })
  expect(logged().filter(({ clientError }) => clientError)).toEqual([])
  expect(counted).toEqual([])
})

test('a report of more than 16 KB is rejected before it is read', async () => {
  const payload = { ...error, Stack: 'a'.repeat(20_000) }
  const answer = await server.inject({ method: 'POST', url: '/api/clienterrors', payload })
  expect(answer.statusCode).toBe(413)
})
