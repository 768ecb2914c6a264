import { noParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { expect, test } from 'vitest'
import { alertValues } from '../../../../test/webhook-samples.ts'
import { importCurl } from './import-curl.ts'
import { rowOfXml } from './xml-rows.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const sent = (text: string) => {
  const row = rowOfXml(text)
  const Body = row ? [row] : []
  return renderRequest(
    { ...noParams(), Url: 'https://a.example/', Method: 'POST', ContentType: 'application/xml', Body },
    noParams(),
    alertValues,
    { boundary: 'part' },
  )
}

test.each([
  '<a>1</a>',
  '<a><b>1</b><c>2</c></a>',
  '<a><b>1</b><b>2</b><c d="e">f</c></a>',
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><x>&lt;&amp;</x></soap:Body></soap:Envelope>',
  '<a b="&quot;&#10;"><c></c></a>',
])('the rows of %s send the same', (text) => {
  expect(sent(text)).toMatchObject({ body: `${head}${text}` })
})

test.each([
  [`${head}\n<!-- what -->\n<a>\n  <b/>\n</a>\n`, '<a><b></b></a>'],
  ["<a b='c'><![CDATA[<d>]]></a>", '<a b="c">&lt;d&gt;</a>'],
  ['<a>&#228;&#xe4;</a>', '<a>ää</a>'],
  ['<a>{{alert.type}}</a>', '<a>Vape</a>'],
])('%s is sent as %s', (text, body) => {
  expect(sent(text)).toMatchObject({ body: `${head}${body}` })
})

test.each([
  '',
  'a',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a>text <b/></a>',
  '<a><b/><c/><b/></a>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<a>&x;</a>',
  '<a b=c/>',
])('%s is nothing that rows can have', (text) => {
  expect(rowOfXml(text)).toBeUndefined()
})

test('XML in a curl command becomes rows, or text if rows cannot represent it', () => {
  const command = (xml: string) => `curl a.example -H 'Content-Type: text/xml' -d '${xml}'`
  expect(importCurl(command('<a><b>1</b></a>'))).toMatchObject({
    notes: [],
    request: { ContentType: 'application/xml', Headers: [{ value: 'text/xml' }] },
  })
  expect(importCurl(command('<a>b <c/></a>'))).toMatchObject({
    notes: [{ note: 'xmlAsText' }],
    request: { ContentType: 'text/plain' },
  })
  const deep = `${'<a>'.repeat(1000)}1${'</a>'.repeat(1000)}`
  expect(importCurl(command(deep))).toEqual({ problem: 'tooMany' })
})
