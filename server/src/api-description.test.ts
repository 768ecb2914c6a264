import { endpoints } from '@eot/contract/endpoints'
import { expect, test } from 'vitest'
import { testApp } from '../test/test-app.ts'

const { server } = await testApp()
const document = (await server.inject('/api/openapi.json')).json()

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  responses: Record<string, object>
  security: object[]
}
const operation = (method: string, path: string): Operation =>
  document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]

test('every endpoint is described, and nothing else is', () => {
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path, status } of endpoints) {
    expect(Object.keys(operation(method, path)?.responses ?? {}), `${method} ${path}`).toEqual([
      String(status),
      'default',
    ])
  }
  const described = Object.values<object>(document.paths).flatMap((path) => Object.keys(path))
  expect(described).toHaveLength(endpoints.length)
})

test('production describes no endpoint meant for development', async () => {
  const production = await testApp({ isDevelopment: false })
  const { paths } = (await production.server.inject('/api/openapi.json')).json()
  const hidden = endpoints.filter(({ developmentOnly }) => developmentOnly)
  expect(hidden.length).toBeGreaterThan(0)
  for (const { path } of hidden) expect(paths).not.toHaveProperty([`/api${path}`])
  expect(Object.values<object>(paths).flatMap((path) => Object.keys(path))).toHaveLength(
    endpoints.length - hidden.length,
  )
})

test('every reference resolves', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(10)
  for (const reference of new Set(references)) {
    const name = /#\/components\/schemas\/(\w+)"$/.exec(reference)?.[1] ?? ''
    expect(document.components.schemas, reference).toHaveProperty(name)
  }
})

test('path and query parameters are listed with their schemas', () => {
  const { parameters } = operation('GET', '/alerts')
  expect(parameters.find(({ name }) => name === 'severity')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'array', items: { enum: ['Critical', 'Serious', 'Caution', 'Info'] } },
  })
  expect(parameters.find(({ name }) => name === 'PageSize')).toMatchObject({
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
  })
  expect(operation('GET', '/alerts/:id').parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ])
})

test('each endpoint names the credential it requires', () => {
  expect(operation('POST', '/auth/login').security).toEqual([])
  expect(operation('POST', '/ingest/readings').security).toEqual([{ deviceKey: [] }])
  expect(operation('GET', '/alerts').security).toEqual([{ accessToken: [] }])
})

test('the description is readable at /api/docs, under a content security policy of its own', async () => {
  const page = await server.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
  expect(page.body).toContain('<title>EoT LIVE API</title>')
  expect(page.body).not.toMatch(/<script>|onload=/)
  const scripts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(scripts.length).toBeGreaterThan(1)
  for (const url of scripts) expect((await server.inject(url)).statusCode, url).toBe(200)
})
