import type { WebhookParam } from '@eot/contract/webhook-params'
import { expect, test } from 'vitest'
import { templateLines } from './template-lines.ts'

const row = (key: string, type: WebhookParam['type'], more: Partial<WebhookParam> = {}): WebhookParam => ({
  key,
  paramType: 'specified',
  type,
  value: '',
  ...more,
})
const body = [
  row('title', 'string', { value: '{{alert.type}} in {{device.name}}' }),
  row('priority', 'number', { paramType: 'config' }),
  row('incident', 'object', {
    children: [
      row('at', 'string', { value: '{{alert.startAt}}' }),
      row('watchers', 'array', {
        items: [row('0', 'string', { value: 'desk@example.org' }), row('1', 'string')],
      }),
    ],
  }),
  row('pin', 'string', { isSet: true }),
  row('silent', 'boolean', { value: 'false' }),
]
const problems = new Map([['Body.2.children.1.items.1.value', 'Please enter a value']])
const text = (rows: WebhookParam[]) =>
  templateLines(rows, problems, 'config').map(({ parts, isBad }) => {
    const line = parts.map((part) => (part.kind === 'variable' ? `<${part.text}>` : part.text)).join('')
    return isBad ? `! ${line}` : line
  })

test('a body is shown as JSON with its variables, and incomplete lines are marked', () => {
  expect(text(body)).toEqual([
    '{',
    '  "title": "<alert.type> in <device.name>",',
    '  "priority": config,',
    '  "incident": {',
    '    "at": <alert.startAt>,',
    '    "watchers": [',
    '      "desk@example.org",',
    '!       ?',
    '    ]',
    '  },',
    '  "pin": "••••••",',
    '  "silent": false',
    '}',
  ])
})

test('a body that consists of one array is shown as that array', () => {
  expect(text([row('[]', 'array', { items: [row('0', 'number', { value: '1' })] })])).toEqual([
    '[',
    '  1',
    ']',
  ])
})
