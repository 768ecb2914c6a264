import { randomUUID } from 'node:crypto'
import { type Endpoint, isMachineAccess } from '@eot/contract/endpoint'
import type { z } from 'zod'
import type { MadeSite } from '../factories.ts'
import { problemOf, type TestApp } from '../test-app.ts'
import { neededQuery, validRequest } from '../valid-requests.ts'
import { type MatrixCaller, matrixCallers } from './callers.ts'
import {
  answersWithResult,
  changesOwnSite,
  echoesRequests,
  halfNamed,
  missingTarget,
  otherReach,
  queries,
  type Relation,
  reachable,
  relations,
  targets,
} from './relations.ts'
import {
  type Feature,
  featureOf,
  fieldsOf,
  isGlobal,
  lowestRole,
  type MatrixRow,
  mayCall,
  referencesIn,
} from './rows.ts'

const missingFirst: readonly Relation[] = [
  'missing',
  ...relations.filter((relation) => relation !== 'missing'),
]

let count = 0

/** The tables of records that can be out of reach, with their site column. */
const tables = {
  site: 'parent_id',
  app_user: 'site_id',
  device: 'site_id',
  alert: 'site_id',
  device_group: 'site_id',
  user_list: 'site_id',
  system_message: 'site_id',
  maintenance_window: 'site_id',
  gateway_token: 'site_id',
  message: 'site_id',
}

/** Creates a district with two schools, one of which has a wing, and another customer. The callers belong to a school. */
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

  /** A target that a request may change is created only for it; the others must not change, so they are shared. */
  async function targetAt(feature: Feature, relation: Relation): Promise<Record<string, string>> {
    const makeTarget = targets[feature]
    if (makeTarget === undefined) throw new Error(`add ${feature} to \`targets\` in relations.ts`)
    if (relation === 'missing' || makeTarget === null) return missingTarget()
    if (reachable.includes(relation)) {
      // Sites are changed too, so each gets a separate one.
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

  // All targets are created now, so that the stored records can be compared before and after.
  for (const feature of Object.keys(targets))
    for (const relation of ['parent', 'sibling', 'foreign'] as const) await targetAt(feature, relation)

  /** Returns values within reach for all references of a schema. */
  async function ownReferences(schema: z.ZodType | undefined): Promise<Record<string, unknown>> {
    const own: Record<string, unknown> = {}
    for (const { field, isList } of referencesIn(schema)) {
      const feature = featureOf(field)
      // Sites that are moved are below the caller's own, which stays.
      const id = feature && (await idAt(feature, field === 'SiteIds' ? 'child' : 'own'))
      if (id !== null) own[field] = isList ? [id] : id
    }
    return own
  }

  /** Returns a valid body whose references are within reach. */
  async function bodyOf({ endpoint }: MatrixRow): Promise<Record<string, unknown> | undefined> {
    const { body } = validRequest(endpoint, {}, ++count)
    if (typeof body !== 'object' || body === null) return undefined
    const made: Record<string, unknown> = { ...body }
    if ('Email' in made) made.Email = `matrix${++count}@example.org`
    if ('Mac' in made) made.Mac = `0A:00:00:00:${hex(count >> 8)}:${hex(count & 255)}`
    if ('Name' in made) made.Name = `Made ${++count}`
    if ('Rules' in made) made.Rules = { Vape: { RaiseLevel: 60 } }
    if ('Settings' in made) made.Settings = {}
    if ('UserRole' in made) made.UserRole = viewer.id
    if ('UserRoles' in made) made.UserRoles = [viewer.id]
    for (const name of ['Version', 'Model', 'ForceRoleTwoFactorAuth', 'TextEnabled']) delete made[name]
    // References that a record already has are within its own reach, which may be smaller than the caller's.
    if (endpoint.method !== 'PUT') return { ...made, ...(await ownReferences(endpoint.body)) }
    for (const { field } of referencesIn(endpoint.body)) if (!isGlobal(field)) delete made[field]
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

  /** Records of a site above that people below may see too. */
  const shownBelow = new Set(['systemmessages parent', 'maintenance parent'])

  /** Returns the ids of everything out of reach created so far. */
  const hidden = () => [
    ...(['parent', 'sibling', 'foreign'] as const).map((relation) => places[relation].id),
    ...[...shared].filter(([key]) => !shownBelow.has(key)).map(([, { id = '' }]) => id),
  ]

  /** Returns the stored records out of reach, and those at the sites out of reach. */
  async function hiddenRows(): Promise<string> {
    const sites = (['parent', 'sibling', 'foreign'] as const).map((relation) => places[relation].id)
    const stored: unknown[] = []
    for (const [table, siteColumn] of Object.entries(tables)) {
      const text = `select t.* from ${table} t where id = any($1) or ${siteColumn} = any($2) order by id`
      stored.push((await app.pool.query(text, [hidden(), sites])).rows)
    }
    return JSON.stringify(stored)
  }

  /**
   * Checks the responses to one caller, and returns the faults. Callers who are refused at once are tested with targets
   * everywhere only in the whole matrix.
   */
  async function checkCaller(row: MatrixRow, caller: MatrixCaller, isWhole = false): Promise<string[]> {
    const { endpoint, feature, name } = row
    // Signing out with a caller's token would end the session that the other rows need.
    if (endpoint.access === 'public' && caller.authorization) return []
    const faults: string[] = []
    const say = (fault: string) => faults.push(`${name} by ${caller.name}: ${fault}`)
    const isMachine = isMachineAccess(endpoint.access)
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
      const SiteId = relation === 'missing' ? randomUUID() : places[relation].id
      return { query: { ...neededQuery(endpoint), SiteId, ...device } }
    }

    // The missing target comes first, since the others are compared with it.
    const isKnown = !isMachine
      ? caller.role !== undefined
      : endpoint.access === 'machine'
        ? caller.machine !== undefined
        : caller.machine === endpoint.access
    const few = ['missing', 'own'] as const
    for (const relation of isKnown || isWhole ? missingFirst : few) {
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
      if (!isKnown) {
        if (status !== 401) say(cell)
      } else if (isMachine) {
        // All of these are commands for other devices.
        if (takesId && text !== missing) say(`${relation} is told apart from missing: ${text}`)
      } else if (caller.role && !mayCall(endpoint.access, caller.role.priority)) {
        if (status !== 403 || problemOf({ text }).ErrorCode !== 'not_permitted') say(cell)
        if (text !== missing) say(`${relation} is told apart from missing: ${text}`)
      } else if (takesId || takesSite) {
        const isReached = reach.includes(relation) && !caller.isStranger
        if (isReached && (status === 401 || (status === 404 && !halfNamed.includes(name)))) say(cell)
        // Some calls require a permission only for other records than one's own.
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
    // A site of the callers' own must not be changed by an accepted request, so only references are sent for it.
    const subjects = changesOwnSite.includes(name) ? (['child', 'own'] as const) : (['own'] as const)
    for (const place of subjects)
      for (const part of ['body', 'query'] as const)
        for (const { field, isList } of referencesIn(endpoint[part])) {
          if (isGlobal(field) || (part === 'query' && field === 'SiteId')) continue
          const answers = new Map<Relation, { status: number; text: string }>()
          const body = place === 'own' && subjects.length > 1 ? {} : await bodyOf(row)
          const query =
            part === 'query'
              ? { ...neededQuery(endpoint), ...(await ownReferences(endpoint.query)), ...queries[name] }
              : {}
          const params = endpoint.params && {
            ...validRequest(endpoint).params,
            ...(await targetAt(feature, place)),
          }
          for (const relation of ['missing', 'parent', 'sibling', 'foreign'] as const) {
            const id = relation === 'missing' ? randomUUID() : await idAt(featureOf(field) ?? '', relation)
            const value = { [field]: isList ? [id] : id }
            const request = {
              ...(params && { params }),
              ...(part === 'query' ? { query: { ...query, ...value } } : { body: { ...body, ...value } }),
            }
            const headers = { authorization: as.authorization ?? '' }
            answers.set(relation, await call<Endpoint>(endpoint, request as never, { headers }))
          }
          const missing = answers.get('missing')
          for (const [relation, { status, text }] of answers) {
            const cell = `${name} with ${relation} ${field} for ${place} answered ${status} ${text.slice(0, 200)}`
            const isRefusal = status >= 400 && status < 500
            if (part === 'body' && !isRefusal && !answersWithResult.includes(name)) faults.push(cell)
            if (text !== missing?.text) faults.push(`${cell}, but missing ${missing?.text.slice(0, 200)}`)
          }
        }
    return faults
  }

  return { callers, checkCaller, checkReferences, hiddenRows }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()
