import type { WebhookParam } from '@eot/contract/webhook-params'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addRow,
  changeRow,
  duplicateRow,
  emptyRow,
  linesOf,
  moveRow,
  type RowPath,
  removeRow,
  withParamType,
  withType,
} from './rows.ts'

const leaf = (key: string): WebhookParam => ({ key, paramType: 'specified', type: 'string', value: key })
const tree: WebhookParam[] = [
  leaf('title'),
  {
    ...leaf('incident'),
    type: 'object',
    value: '',
    children: [
      leaf('startedAt'),
      { ...leaf('watchers'), type: 'array', value: '', items: [leaf('0'), leaf('1')] },
    ],
  },
]

const shown = (rows: WebhookParam[]) => linesOf('Body', rows).map(({ number, row }) => `${number} ${row.key}`)

test('rows are listed with those within them, numbered from 1', () => {
  expect(shown(tree)).toEqual([
    '1 title',
    '2 incident',
    '2.1 startedAt',
    '2.2 watchers',
    '2.2.1 0',
    '2.2.2 1',
  ])
  const watchers = linesOf('Body', tree).at(-1)
  expect(watchers).toMatchObject({ id: 'Body.1.children.1.items.1', depth: 2, isElement: true, isLast: true })
})

test('rows within a collapsed row are not listed', () => {
  expect(linesOf('Body', tree, new Set(['Body.1'])).map(({ row }) => row.key)).toEqual(['title', 'incident'])
})

test.each<[string, (rows: WebhookParam[]) => WebhookParam[], string[]]>([
  [
    'added at the end',
    (rows) => addRow(rows, [], emptyRow()),
    ['1 title', '2 incident', '2.1 startedAt', '2.2 watchers', '2.2.1 0', '2.2.2 1', '3 '],
  ],
  [
    'added within an object',
    (rows) => addRow(rows, [1], leaf('note')),
    ['1 title', '2 incident', '2.1 startedAt', '2.2 watchers', '2.2.1 0', '2.2.2 1', '2.3 note'],
  ],
  [
    'removed from an array, whose other elements keep their keys',
    (rows) => removeRow(rows, [1, 'children', 1, 'items', 0]),
    ['1 title', '2 incident', '2.1 startedAt', '2.2 watchers', '2.2.1 1'],
  ],
  [
    'moved within an array with its key',
    (rows) => moveRow(rows, [1, 'children', 1, 'items', 0], 1),
    ['1 title', '2 incident', '2.1 startedAt', '2.2 watchers', '2.2.1 1', '2.2.2 0'],
  ],
  [
    'added to an array with a key that no other element has',
    (rows) => addRow(removeRow(rows, [1, 'children', 1, 'items', 0]), [1, 'children', 1], emptyRow()),
    ['1 title', '2 incident', '2.1 startedAt', '2.2 watchers', '2.2.1 1', '2.2.2 2'],
  ],
  [
    'moved up',
    (rows) => moveRow(rows, [1], -1),
    ['1 incident', '1.1 startedAt', '1.2 watchers', '1.2.1 0', '1.2.2 1', '2 title'],
  ],
  ['not moved beyond the first', (rows) => moveRow(rows, [0], -1), shown(tree)],
  [
    'copied below itself with a free key',
    (rows) => duplicateRow(rows, [0]),
    ['1 title', '2 title2', '3 incident', '3.1 startedAt', '3.2 watchers', '3.2.1 0', '3.2.2 1'],
  ],
  [
    'changed',
    (rows) => changeRow(rows, [1, 'children', 0], (row) => ({ ...row, key: 'at' })),
    ['1 title', '2 incident', '2.1 at', '2.2 watchers', '2.2.1 0', '2.2.2 1'],
  ],
])('a row is %s', (_, change, wanted) => {
  expect(shown(change(tree))).toEqual(wanted)
})

test('the elements of an array are named by their places, whatever their keys', () => {
  const rows = removeRow(tree, [1, 'children', 1, 'items', 0])
  expect(linesOf('Body', rows).map(({ name }) => name)).toEqual([
    'title',
    'incident',
    'startedAt',
    'watchers',
    '[0]',
  ])
})

test('a copy of a row has no stored secrets', () => {
  const secret: WebhookParam = { ...leaf('pin'), value: '', secret: true, isSet: true }
  const rows: WebhookParam[] = [{ ...leaf('door'), type: 'object', value: '', children: [secret] }]
  const [, copy] = duplicateRow(rows, [0])
  expect(copy).toMatchObject({ key: 'door2', children: [{ key: 'pin', secret: true }] })
  expect(JSON.stringify(copy)).not.toContain('isSet')
})

test('changing the type of a row keeps only what the new type can have', () => {
  const secret: WebhookParam = { ...leaf('pin'), secret: true, isSet: true }
  expect(withType(secret, 'object')).toEqual({
    key: 'pin',
    paramType: 'specified',
    type: 'object',
    value: '',
    children: [],
  })
  expect(withType(secret, 'number')).toEqual({ ...secret, type: 'number' })
})

test('a row that each event fills in contains no specified rows, and has one element that defines the type of all', () => {
  const [, incident] = tree
  const config = incident && withParamType(incident, 'config')
  expect(linesOf('Body', config ? [config] : []).map(({ row }) => row.paramType)).toEqual([
    'config',
    'config',
    'config',
    'config',
  ])
})

test('moving a row down and up again changes nothing', () => {
  const paths: RowPath[] = linesOf('Body', tree).map(({ path }) => path)
  fc.assert(
    fc.property(fc.constantFrom(...paths), (path) => {
      const down = moveRow(tree, path, 1)
      const last = path.at(-1)
      const moved = JSON.stringify(down) !== JSON.stringify(tree)
      if (!moved || typeof last !== 'number') return
      expect(shown(moveRow(down, [...path.slice(0, -1), last + 1], -1))).toEqual(shown(tree))
    }),
  )
})
