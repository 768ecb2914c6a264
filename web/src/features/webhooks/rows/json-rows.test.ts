import { noParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import type { VariableValues } from '@eot/contract/webhook-variables'
import { webhookVariables } from '@eot/contract/webhook-variables'
import { expect, test } from 'vitest'
import { rowsOfJson } from './json-rows.ts'

const values = Object.fromEntries(webhookVariables.map(({ name }) => [name, 'x'])) as VariableValues // every name

test.each([
  '{"text":"Vape","level":3.5,"loud":true,"blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*Vape*"}}]}',
  '[{"labels":["a","b"]},2]',
])('the rows of %s send the same', (text) => {
  const rendered = renderRequest(
    {
      ...noParams(),
      Url: 'https://example.org/',
      Method: 'POST',
      ContentType: 'application/json',
      Body: rowsOfJson(text) ?? [],
    },
    noParams(),
    values,
    { boundary: 'b' },
  )
  expect(rendered).toMatchObject({ body: text })
})

test.each(['', '{', '"text"', '3', 'null'])('%s is no body of rows', (text) => {
  expect(rowsOfJson(text)).toBeUndefined()
})
