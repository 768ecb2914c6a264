import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { type PermissionKey, permissions, permits } from '@eot/contract/permissions'
import { z } from 'zod'
import type { MatrixCaller } from './callers.ts'
import { references } from './relations.ts'

/** A key of `targets`. */
export type Feature = string

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

export const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** Returns the fields of a body or query that contain an id, or a list of ids. */
export function referencesIn(schema: z.ZodType | undefined): { field: string; isList: boolean }[] {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, property]) => {
    const text = JSON.stringify(property)
    if (!text.includes('"uuid"')) return []
    return [{ field, isList: text.includes('"array"') }]
  })
}

export const isGlobal = (field: string) => featureOf(field) === null

/** Returns the feature of a reference; throws for a field that is not listed. */
export function featureOf(field: string): Feature | null {
  const feature = references[field]
  if (feature === undefined) throw new Error(`add ${field} to \`references\` in relations.ts`)
  return feature
}

/** Returns the lowest role that may call the endpoint, among these callers; undefined if only users at the root may. */
export function lowestRole({ access }: Endpoint, callers: readonly MatrixCaller[]): MatrixCaller | undefined {
  const allowed = callers.filter(
    ({ role, isStranger }) => role && !isStranger && mayCall(access, role.priority),
  )
  return allowed.toSorted((one, other) => (one.role?.priority ?? 0) - (other.role?.priority ?? 0))[0]
}

/** Whether a role of this priority may, at a site below the root. */
export const mayCall = (access: Endpoint['access'], priority: number) =>
  !(access in permissions) || permits({ priority, isAtRoot: false }, access as PermissionKey)
