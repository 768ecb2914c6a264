import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { type PermissionKey, permissions, permits } from '@eot/contract/permissions'
import { z } from 'zod'
import type { MadeSite } from '../factories.ts'
import { problemOf, type TestApp } from '../test-app.ts'
import { validRequest } from '../valid-requests.ts'
import { type MatrixCaller, matrixCallers } from './callers.ts'
import {
  answersForAbove,
  changesOwnSite,
  echoesRequests,
  halfNamed,
  missingTarget,
  otherReach,
  type Relation,
  reachable,
  references,
  relations,
  targets,
} from './relations.ts'

/** A key of `targets`. */
type Feature = string

export interface MatrixRow {
  name: string
  feature: Feature
  endpoint: Endpoint
}

/** Every endpoint, in the order of the contract. */
export const matrixRows: MatrixRow[] = endpoints.map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  feature: endpoint.path.split('/')[1] ?? '',
  endpoint,
}))

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** The fields of a body or query that hold an id, or a list of ids. */
function referencesIn(schema: z.ZodType | undefined): { field: string; isList: boolean }[] {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, property]) => {
    const text = JSON.stringify(property)
    if (!text.includes('"uuid"')) return []
    return [{ field, isList: text.includes('"array"') }]
  })
}

/** The feature of a reference; throws for a field that is not listed. */
function featureOf(field: string): Feature | null {
  const feature = references[field]
  if (feature === undefined) throw new Error(`add ${field} to \`references\` in relations.ts`)
  return feature
}

/** The lowest role that may call the endpoint, among these callers. */
export function lowestRole({ access }: Endpoint, callers: readonly MatrixCaller[]): MatrixCaller | undefined {
  const allowed = callers.filter(
    ({ role, isStranger }) => role && !isStranger && mayCall(access, role.priority),
  )
  return allowed.toSorted((one, other) => (one.role?.priority ?? 0) - (other.role?.priority ?? 0))[0]
}

const mayCall = (access: Endpoint['access'], priority: number) =>
  !(access in permissions) || permits(priority, access as PermissionKey)

let count = 0

/** A district with two schools, one of which has a wing, and another customer. The callers belong to a school. */
export async function authorizationMatrix(app: TestApp) {
  const { call, db, make } = app
  const parent = await make.site()
  const own = await make.site({ parent })
  const places: Record<Exclude<Relation, 'missing'>, MadeSite> = {
    own,
    child: await make.site({ parent: own }),
    parent,
    sibling: await make.site({ parent }),
    foreign: await make.site(),
  }
  for (const site of [parent, own, places.sibling, places.foreign])
    await make.user({ site, role: 'Site Administrator' })
  const callers = await matrixCallers(app, own, places.foreign)
  const viewer = await db
    .selectFrom('role')
    .where('name', '=', 'Viewer')
    .select('id')
    .executeTakeFirstOrThrow()
  const shared = new Map<string, Record<string, string>>()

  /** A target that a request may change is made for it alone; the others must not change, so they are shared. */
  async function targetAt(feature: Feature, relation: Relation): Promise<Record<string, string>> {
    const makeTarget = targets[feature]
    if (makeTarget === undefined) throw new Error(`add ${feature} to \`targets\` in relations.ts`)
    if (relation === 'missing' || makeTarget === null) return missingTarget()
    if (reachable.includes(relation)) {
      // Sites are changed too, so each gets its own.
      const site =
        feature === 'sites' && relation === 'child' ? await make.site({ parent: own }) : places[relation]
      return { ...missingTarget(), id: (await makeTarget(make, site)).id }
    }
    const key = `${feature} ${relation}`
    const known = shared.get(key) ?? {
      ...missingTarget(),
      id: (await makeTarget(make, places[relation])).id,
    }
    shared.set(key, known)
    return known
  }

  const idAt = async (feature: Feature, relation: Relation) => (await targetAt(feature, relation)).id ?? ''

  // All of them now, so that what is stored can be compared before and after.
  for (const feature of Object.keys(targets))
    for (const relation of ['parent', 'sibling', 'foreign'] as const) await targetAt(feature, relation)

  /** A valid body whose references are within reach. */
  async function bodyOf({ endpoint }: MatrixRow): Promise<Record<string, unknown> | undefined> {
    const { body } = validRequest(endpoint, {}, ++count)
    if (typeof body !== 'object' || body === null) return undefined
    const made: Record<string, unknown> = { ...body }
    if ('Email' in made) made.Email = `matrix${++count}@example.org`
    if ('Mac' in made) made.Mac = `0A:00:00:00:${hex(count >> 8)}:${hex(count & 255)}`
    if ('Name' in made) made.Name = `Made ${++count}`
    for (const name of ['Version', 'Model', 'ForceRoleTwoFactorAuth', 'TextEnabled']) delete made[name]
    for (const { field, isList } of referencesIn(endpoint.body)) {
      if (!(field in made)) continue
      // What a record already has is within its reach, which may be less than the caller's.
      if (endpoint.method === 'PUT') {
        delete made[field]
        continue
      }
      const feature = featureOf(field)
      const id = feature === null ? viewer.id : await idAt(feature, 'own')
      made[field] = isList ? [id] : id
    }
    return made
  }

  async function ask(row: MatrixRow, caller: MatrixCaller, request: { params?: object; query?: object }) {
    const { endpoint } = row
    const body = endpoint.streams ? validRequest(endpoint).body : endpoint.body && (await bodyOf(row))
    const headers = {
      ...(caller.authorization && { authorization: caller.authorization }),
      ...(endpoint.streams && { 'content-type': endpoint.streams }),
    }
    return call<Endpoint>(endpoint, { ...request, body } as never, { headers })
  }

  /** The ids of everything out of reach that was made so far. */
  const hidden = () => [
    ...(['parent', 'sibling', 'foreign'] as const).map((relation) => places[relation].id),
    ...[...shared].filter(([key]) => key !== 'systemmessages parent').map(([, { id = '' }]) => id),
  ]

  /** What is stored of the records out of reach. */
  async function hiddenRows(): Promise<string> {
    const ids = hidden()
    const tables = [
      'site',
      'app_user',
      'device',
      'alert',
      'device_group',
      'user_list',
      'system_message',
    ] as const
    const rows = tables.map((table) =>
      db.selectFrom(table).where('id', 'in', ids).selectAll().orderBy('id').execute(),
    )
    return JSON.stringify(await Promise.all(rows))
  }

  /** Checks the answers to one caller, and returns the faults. */
  async function checkCaller(row: MatrixRow, caller: MatrixCaller): Promise<string[]> {
    const { endpoint, feature, name } = row
    // Signing out with a caller's token would end the session that the other rows need.
    if (endpoint.access === 'public' && caller.authorization) return []
    const faults: string[] = []
    const say = (fault: string) => faults.push(`${name} by ${caller.name}: ${fault}`)
    const isMachine = endpoint.access === 'device' || endpoint.access === 'gateway'
    const takesId = fieldsOf(endpoint.params).includes('id') && targets[feature] !== null
    const hasParams = fieldsOf(endpoint.params).length > 0
    const takesSite = fieldsOf(endpoint.query).includes('SiteId')
    const takesDevice = fieldsOf(endpoint.query).includes('DeviceId')
    const reach = otherReach[name] ?? reachable
    let missing: string | undefined

    async function requestFor(relation: Relation) {
      if (hasParams)
        return { params: { ...validRequest(endpoint).params, ...(await targetAt(feature, relation)) } }
      if (!takesSite) return {}
      const at = reachable.includes(relation) ? relation : 'own'
      const device = takesDevice && { DeviceId: await idAt('devices', at) }
      return { query: { SiteId: relation === 'missing' ? randomUUID() : places[relation].id, ...device } }
    }

    // The missing one comes first, since the others are compared with it.
    for (const relation of ['missing', ...relations.slice(0, -1)] as Relation[]) {
      if (caller.isStranger && relation === 'foreign') continue
      if (relation === 'own' && changesOwnSite.includes(name)) continue
      const { status, text } = await ask(row, caller, await requestFor(relation))
      if (relation === 'missing') missing = text
      const cell = `${relation} answered ${status} ${text.slice(0, 200)}`
      if (status >= 500) say(cell)
      const leaked = echoesRequests.includes(name)
        ? []
        : caller.isStranger
          ? [own.id, places.child.id]
          : hidden()
      const found = leaked.filter((id) => text.includes(id))
      if (found.length > 0) say(`${relation} revealed ${found.join()}`)
      if (endpoint.access === 'public') continue
      if (isMachine ? caller.machine !== endpoint.access : !caller.role) {
        if (status !== 401) say(cell)
      } else if (caller.role && !mayCall(endpoint.access, caller.role.priority)) {
        if (status !== 403 || problemOf({ text }).ErrorCode !== 'not_permitted') say(cell)
        if (text !== missing) say(`${relation} is told apart from missing: ${text}`)
      } else if (takesId || takesSite) {
        const isReached = reach.includes(relation) && !caller.isStranger
        if (isReached && (status === 401 || (status === 404 && !halfNamed.includes(name)))) say(cell)
        // Some calls need a permission only for other records than one's own.
        const isRefused = status === 404 || (status === 403 && text === missing)
        if (!isReached && !isRefused) say(cell)
        if (!isReached && text !== missing) say(`${relation} is told apart from missing: ${text}`)
      }
      if (!takesId && !takesSite) break
    }
    return faults
  }

  /** Sets every reference of a request to records out of reach, and returns the faults. */
  async function checkReferences(row: MatrixRow): Promise<string[]> {
    const { endpoint, feature, name } = row
    const caller = lowestRole(endpoint, callers)
    if (!caller || endpoint.access === 'public' || echoesRequests.includes(name)) return []
    const administrator = callers.find(({ name: of }) => of === 'a Site Administrator')
    const as = caller.role && caller.role.priority < 80 && administrator ? administrator : caller
    const faults: string[] = []
    for (const part of ['body', 'query'] as const)
      for (const { field, isList } of referencesIn(endpoint[part])) {
        const to = featureOf(field)
        if (to === null || (part === 'query' && field === 'SiteId')) continue
        const answers = new Map<Relation, { status: number; text: string }>()
        const base = { ...(await bodyOf(row)) }
        const place = changesOwnSite.includes(name) ? 'child' : 'own'
        const params = endpoint.params && {
          ...validRequest(endpoint).params,
          ...(await targetAt(feature, place)),
        }
        for (const relation of ['missing', 'parent', 'sibling', 'foreign'] as const) {
          const id = relation === 'missing' ? randomUUID() : await idAt(to, relation)
          const value = { [field]: isList ? [id] : id }
          const request = {
            ...(params && { params }),
            ...(part === 'query' ? { query: value } : { body: { ...base, ...value } }),
          }
          const headers = { authorization: as.authorization ?? '' }
          answers.set(relation, await call<Endpoint>(endpoint, request as never, { headers }))
        }
        const missing = answers.get('missing')
        for (const [relation, { status, text }] of answers) {
          const cell = `${name} with ${relation} ${field} answered ${status} ${text.slice(0, 200)}`
          if (part === 'body' && (status < 400 || status >= 500)) faults.push(cell)
          if (relation === 'parent' && answersForAbove.includes(name)) continue
          if (text !== missing?.text) faults.push(`${cell}, but missing ${missing?.text.slice(0, 200)}`)
        }
      }
    return faults
  }

  return { callers, checkCaller, checkReferences, hiddenRows }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
