import { expect, test } from 'vitest'
import { dropSchemas } from '../drop-schemas.ts'

const drop = (code: string) => dropSchemas('groups.ts', code)

test('an endpoint keeps what its calls need, without schemas and summaries', () => {
  expect(
    drop(`export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/groups',
    summary: 'List the groups',
    access: 'ViewGroups',
    query: z.strictObject({ ...PageQuery.shape, sortBy: z.enum(['Name']) }),
    answer: pageOf(Group),
  }),
}`),
  ).toBe(`export const groups = {
  list: /*#__PURE__*/ endpoint({ method: 'GET', path: '/groups', access: 'ViewGroups' }),
}`)
})

test('a declaration that is made by a call is left out of the build if nothing uses it', () => {
  expect(drop(`const name = z.string().trim().min(1)`)).toBe(
    `const name = /*#__PURE__*/ (() => (z.string().trim().min(1)))()`,
  )
  expect(drop(`export const filter = { ...Scope.shape }`)).toBe(
    `export const filter = /*#__PURE__*/ (() => ({ ...Scope.shape }))()`,
  )
})

test('what a schema only needs for validation is left out', () => {
  expect(drop(`const name = z.string().refine((text) => !invisible.test(text), 'Is invisible').max(5)`)).toBe(
    `const name = /*#__PURE__*/ (() => (z.string().refine().max(5)))()`,
  )
  expect(
    drop(`const page = (number) =>
  z.preprocess(
    (value) => toNumber(value),
    number.refine((page) => page === 0),
  )`),
  ).toMatch(/^const page = \(number\) =>\s+z\.preprocess\(\s*\)$/)
})

test.each([
  `export const most = 5`,
  `export const kinds = ['vape', 'sound'] as const`,
  `export const pageOf = (row) => z.strictObject({ Items: z.array(row) })`,
  `export function isMac(text: string) { return mac.test(text) }`,
  `export type Group = z.output<typeof Group>`,
])('other code stays as it is: %s', (code) => {
  expect(drop(code)).toBe(code)
})
