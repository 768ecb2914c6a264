import { randomUUID } from 'node:crypto'
import { type Endpoint, isMachineAccess } from '@eot/contract/endpoint'
import { endpoints, features } from '@eot/contract/endpoints'
import { type PermissionKey, permissions, roles, rootPermissions } from '@eot/contract/permissions'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { urlOf } from '../test/call-endpoint.ts'
import { importsAs } from '../test/import-file.ts'
import { problemOf, testApp } from '../test/test-app.ts'
import { neededQuery, type ValidRequest, validRequest } from '../test/valid-requests.ts'

const app = await testApp()
const { call, db, make, server, signIn } = app

await db
  .insertInto('role')
  .values({ id: '01900000-0000-7000-9000-000000000000', name: 'Nobody', priority: 0 })
  .execute()
const nobodyRole = '01900000-0000-7000-9000-000000000000'

const administrator = await signIn({ role: 'Site Administrator' })
const root = await app.signInAsRoot()
const nobody = await signIn({ role_id: nobodyRole })
const tokens = new Map(
  await Promise.all(
    roles.map(async ({ name, priority }) => [priority, await signIn({ role: name })] as const),
  ),
)

const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const fieldsOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
/** A response that is a list, directly or under a name. A site path does not count, since it belongs to one site. */
const isCollection = (schema: z.ZodType) =>
  schema instanceof z.ZodArray ||
  schema instanceof z.ZodString ||
  fieldsOf(schema).some((name) => ['Items', 'Series', 'Cells', 'Permissions', 'Alerts'].includes(name))
const isMachine = ({ access }: Endpoint) => isMachineAccess(access)
const permissionOf = ({ access }: Endpoint) => (access in permissions ? (access as PermissionKey) : undefined)
const signedInOnly = endpoints.filter((endpoint) => endpoint.access !== 'public' && !isMachine(endpoint))

/** Signs in a user with the required permission, at a site of their own if that suffices. */
function whoMay(endpoint: Endpoint) {
  const key = permissionOf(endpoint)
  if (key && rootPermissions.has(key)) return root
  return key && permissions[key][2] > 80 ? tokens.get(permissions[key][2]) : administrator
}

/** Sends a request that is valid except for the given change. */
function callWith(
  endpoint: Endpoint,
  change: ValidRequest = {},
  { headers, ...options }: Parameters<typeof call>[2] = {},
) {
  const type = endpoint.streams && { 'content-type': endpoint.streams }
  return call<Endpoint>(
    endpoint,
    { ...validRequest(endpoint), ...change },
    { headers: { ...type, ...headers }, ...options },
  )
}

test('no two endpoints share a method and path', () => {
  const shapes = endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(shapes).size).toBe(endpoints.length)
})

test('every public endpoint that takes a body is limited per address', () => {
  const unlimited = endpoints.filter(({ access, body, rate }) => access === 'public' && body && !rate)
  expect(unlimited.map(({ path }) => path)).toEqual([])
})

test.each(named(endpoints))('%s is mounted', (_name, endpoint) => {
  expect(server.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` })).toBe(true)
})

test.each(named(endpoints.filter(({ access }) => access !== 'public')))(
  '%s responds with 401 to a missing or invalid credential',
  async (_name, endpoint) => {
    for (const authorization of [undefined, 'Bearer rubbish', 'Basic cnViYmlzaDpydWJiaXNo']) {
      const answer = await callWith(endpoint, {}, { headers: authorization ? { authorization } : {} })
      expect(answer.status, authorization).toBe(401)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    }
  },
)

test.each(named(endpoints.filter(permissionOf)))(
  '%s responds with 403 to a role without its permission',
  async (_name, endpoint) => {
    const key = permissionOf(endpoint)
    const lowest = key ? permissions[key][2] : 0
    const below = roles.find(({ priority }) => priority < lowest)
    const as = (below && tokens.get(below.priority)) ?? nobody
    const answer = await callWith(endpoint, {}, { as })
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'not_permitted' })
  },
)

test.each(named(endpoints))('%s rejects an unknown query parameter', async (_name, endpoint) => {
  const query = { ...validRequest(endpoint).query, Bogus: '1' }
  const answer = await callWith(endpoint, { query }, { as: whoMay(endpoint) })
  expect(problemOf(answer)).toMatchObject({ status: 400, ErrorCode: 'invalid_request' })
  expect(problemOf(answer).Errors).toEqual([{ Path: 'Bogus', Message: 'Unknown key' }])
})

test.each(named(endpoints.filter(({ method, streams }) => method !== 'GET' && !streams)))(
  '%s rejects a body with an unknown key',
  async (_name, endpoint) => {
    const body = { ...(validRequest(endpoint).body as object | undefined), Bogus: 1 } // JSON, since it is not streamed
    const answer = await callWith(endpoint, { body }, { as: whoMay(endpoint) })
    expect(problemOf(answer)).toMatchObject({ status: 400, ErrorCode: 'invalid_request' })
    expect(problemOf(answer).Errors).toEqual([{ Path: 'Bogus', Message: 'Unknown key' }])
  },
)

describe('a resource of another customer', async () => {
  const elsewhere = await make.device()
  const foreign: Partial<Record<keyof typeof features, string>> = {
    sites: elsewhere.site?.id ?? '',
    devices: elsewhere.id,
    commands: elsewhere.id,
    connections: elsewhere.id,
    sensors: elsewhere.id,
    forecast: elsewhere.site?.id ?? '',
    alerts: (await make.alert({ device: elsewhere })).id,
    hints: (await make.hint({ device: elsewhere })).id,
    told: (await make.alert({ device: elsewhere })).id,
    users: (await make.user()).id,
    userRoles: elsewhere.site?.id ?? '',
    logs: (await make.mail()).id,
    groups: (await make.deviceGroup()).id,
    lists: (await make.userList()).id,
    systemMessages: (await make.systemMessage()).id,
    maintenance: (await make.maintenance()).id,
    webhookRequests: (await make.webhookRequest()).id,
    webhookEvents: (await make.webhookEvent()).id,
    webhookLog: (await make.webhookDelivery()).id,
    subscriptions: (await make.subscription()).id,
    reports: (await make.report()).id,
    ownReports: (await make.ownReport()).id,
    ratings: elsewhere.site?.id ?? '',
    backTests: elsewhere.id,
    subscriptionTests: (await make.subscription()).id,
    push: (await make.pushBrowser({ user: await make.user() })).id,
    imports: (await importsAs(app, await signIn()).upload('Name,Mac\n')).data.Id,
  }
  const byId = Object.entries(features).flatMap(([feature, calls]) =>
    Object.values<Endpoint>(calls)
      // All customers share the models and the blacklist. A device answers its own commands: commands.test.ts.
      .filter(({ path }) => !/^\/(models|blacklists|ingest)\//.test(path))
      .filter((endpoint) => fieldsOf(endpoint.params).includes('id'))
      .map((endpoint) => {
        // Their endpoints belong to records of other features too.
        const isMixed = feature === 'rules' || feature === 'reports'
        const owner = isMixed ? (endpoint.path.split('/')[1] ?? '') : feature
        return [`${endpoint.method} ${endpoint.path}`, owner, endpoint] as const
      }),
  )

  test.each(byId)('%s responds exactly as if it did not exist', async (_name, feature, endpoint) => {
    const id = foreign[feature as keyof typeof features] // listed under this key
    expect(id, 'add one to `foreign` above').toBeTruthy()
    const { params } = validRequest(endpoint)
    const ask = (of: string | undefined) =>
      callWith(endpoint, { params: { ...params, id: of } }, { as: whoMay(endpoint) })
    const [theirs, missing] = [await ask(id), await ask(randomUUID())]
    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(missing.text)
  })

  test.each(named(signedInOnly.filter(({ query }) => fieldsOf(query).includes('SiteId'))))(
    '%s is rejected for its site',
    async (_name, endpoint) => {
      const device = fieldsOf(endpoint.query).includes('DeviceId') ? { DeviceId: elsewhere.id } : {}
      const needed = { ...neededQuery(endpoint), ...device }
      const ask = (SiteId: string | undefined) =>
        call<Endpoint>(endpoint, { query: { ...needed, SiteId } }, { as: whoMay(endpoint) })
      const [theirs, missing] = [await ask(foreign.sites), await ask(randomUUID())]
      expect(problemOf(theirs).ErrorCode).toBe('site_not_found')
      expect(theirs.text).toBe(missing.text)
    },
  )
})

test('a page has 1 to 200 rows and a page number of at least 0', async () => {
  const lists = signedInOnly.filter(({ params, query }) => !params && fieldsOf(query).includes('PageSize'))
  expect(lists.length).toBeGreaterThan(2)
  for (const endpoint of lists) {
    for (const [query, status] of [
      [{ PageSize: '1' }, 200],
      [{ PageSize: '200' }, 200],
      [{ PageSize: '0' }, 400],
      [{ PageSize: '201' }, 400],
      [{ PageSize: 'many' }, 400],
      [{ Page: '-1' }, 400],
    ] as const)
      expect((await call<Endpoint>(endpoint, { query }, { as: whoMay(endpoint) })).status).toBe(status)
  }
})

test.each(named(signedInOnly.filter(({ method, answer }) => method === 'GET' && isCollection(answer))))(
  '%s accepts the number of its first page, whether or not it is paged',
  async (_name, endpoint) => {
    const ask = (query: Record<string, unknown>) => callWith(endpoint, { query }, { as: whoMay(endpoint) })
    const [plain, first] = [await ask({}), await ask({ Page: '0' })]
    expect(first.status).toBe(plain.status)
    expect(first.text).toBe(plain.text)
  },
)

test.each(named(endpoints.filter(({ method }) => method === 'GET')))(
  '%s responds to HEAD like to GET, without a body',
  async (_name, endpoint) => {
    const url = urlOf(endpoint, validRequest(endpoint).params)
    const authorization = `Bearer ${(whoMay(endpoint) ?? administrator).AccessToken}`
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => server.inject({ method, url, headers: { authorization } })),
    )
    expect(head?.statusCode).toBe(get?.statusCode)
    expect(head?.headers['content-type']).toBe(get?.headers['content-type'])
    expect(head?.body).toBe('')
  },
)

describe('text that cannot be stored is rejected with its path:', async () => {
  const alert = await make.alert({ device: await make.device({ site: administrator.user.site }) })
  const { devices, sites } = features

  test.each(['a\u0000b', 'a\ud800b'])('%j', async (text) => {
    const ask = { as: administrator }
    const answers = {
      Comment: await call(features.alerts.update, { params: { id: alert.id }, body: { Comment: text } }, ask),
      Name: await call(devices.create, { body: { Name: text, Mac: '02:00:00:00:77:77' } }, ask),
      'Settings.DashboardDefault': await call(
        sites.create,
        { body: { Name: 'Wing', Settings: { DashboardDefault: text } } },
        ask,
      ),
    }
    for (const [path, answer] of Object.entries(answers))
      expect(problemOf(answer)).toMatchObject({
        ErrorCode: 'invalid_request',
        Errors: [{ Path: path, Message: 'Contains characters that cannot be stored' }],
      })
  })

  test('in a query', async () => {
    const answer = await call(devices.list, { query: { search: 'a\u0000b' } }, { as: administrator })
    expect(problemOf(answer).Errors?.[0]?.Path).toBe('search')
  })
})

test('query parameter names may start with an upper- or lowercase letter', async () => {
  for (const endpoint of signedInOnly.filter(({ query, params }) => query && !params)) {
    for (const name of fieldsOf(endpoint.query)) {
      const flipped = /^[a-z]/.test(name) ? name[0]?.toUpperCase() : name[0]?.toLowerCase()
      const url = urlOf(endpoint, {}, { [`${flipped}${name.slice(1)}`]: 'x' })
      const answer = await server.inject({
        method: endpoint.method,
        url,
        headers: { authorization: `Bearer ${(whoMay(endpoint) ?? administrator).AccessToken}` },
      })
      expect(answer.statusCode, url).not.toBe(403)
      expect(answer.body, url).not.toContain('Unknown key')
    }
  }
})
