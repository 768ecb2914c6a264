import { readFile } from 'node:fs/promises'
import { constants } from '@eot/contract/constants'
import { endpoints } from '@eot/contract/endpoints'
import { errors } from '@eot/contract/errors'
import { Theme } from '@eot/contract/settings'
import { sensorKeys, sensorKinds } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'

interface Checklist {
  endpoints: { method: string; path: string }[]
  loginErrorDetails: Record<string, string | null>
  constants: Record<string, unknown>
}

const checklist: Checklist = JSON.parse(
  await readFile(new URL('../../docs/spec/checklist.json', import.meta.url), 'utf8'),
)

/** Endpoints of the specification that are not served yet. Remove an endpoint from this list when adding it. */
const missing: string[] = []

test('the endpoints of the specification are served, except those listed as missing', () => {
  const served = new Set(
    endpoints.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`),
  )
  const asked = checklist.endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(asked.filter((call) => !served.has(call))).toEqual(missing)
})

test('every sign-in failure of the specification has its text in the error table', () => {
  const details = new Set<string>(Object.values(errors).map(({ detail }) => detail))
  for (const detail of Object.keys(checklist.loginErrorDetails)) expect(details).toContain(detail)
})

/** Constants of the specification for features not built yet. Remove them from this list when building the feature. */
const missingConstants: string[] = []
/** Lists, and the entry with their lengths. */
const listed = (name: string) => name === 'hourOptions' || Array.isArray(checklist.constants[name])

test('constants have the values given in the specification', () => {
  const asked = Object.entries(checklist.constants).filter(([name]) => !listed(name))
  const built = asked.filter(([name]) => !missingConstants.includes(name))
  expect(constants).toEqual(Object.fromEntries(built))
})

test('categories and themes are those of the specification', () => {
  const categories = [...new Set(sensorKinds.map(({ category }) => category))]
  expect(checklist.constants.categories).toEqual(expect.arrayContaining(categories))
  expect(checklist.constants.categories).toHaveLength(categories.length)
  expect(Theme.options).toEqual(checklist.constants.themes)
})

test('the sensor kinds are those of the specification, in its order', () => {
  expect(sensorKeys).toEqual(checklist.constants.sensorKinds)
})
