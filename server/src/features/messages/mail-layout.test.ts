import { expect, test } from 'vitest'
import { layOutMail } from './mail-layout.ts'

const portal = 'https://portal.example.org'

test('every part appears in both the text and the HTML', () => {
  const { text, html } = layOutMail(
    {
      language: 'en',
      subject: 'Welcome',
      greeting: 'Hello Ann,',
      paragraphs: ['One.', 'Two.'],
      action: { label: 'Sign in', url: `${portal}/login?a=1&b=2` },
      shown: { label: 'Temporary password', text: 'abcde-fghij' },
      notes: ['Small print.'],
    },
    portal,
  )
  for (const part of ['Hello Ann,', 'One.', 'Two.', 'abcde-fghij', 'Small print.', portal]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain(`Sign in: ${portal}/login?a=1&b=2`)
  expect(html).toContain(`href="${portal}/login?a=1&amp;b=2"`)
  expect(html).toContain('<title>Welcome</title>')
})

test('names that look like markup are escaped', () => {
  const hostile = `<img src=x onerror="alert('1')">&amp;`
  const { html } = layOutMail(
    {
      language: 'en',
      subject: hostile,
      greeting: hostile,
      paragraphs: [hostile],
      shown: { label: hostile, text: hostile },
    },
    portal,
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
})

test('the HTML loads no external resources', () => {
  const { html } = layOutMail({ language: 'en', subject: 's', greeting: 'g', paragraphs: [] }, portal)
  expect(html).not.toMatch(/src=|<link|@import|url\(/)
})

test('a picture is shown by its content id, with an alternative text', () => {
  const picture = {
    png: Buffer.from('PNG'),
    width: 450,
    height: 168,
    alt: 'A "chart"',
    words: 'It rose.',
    cid: 'p@x',
    darkCid: 'd@x',
  }
  const {
    text,
    html,
    picture: sent,
  } = layOutMail({ language: 'en', subject: 's', paragraphs: ['One.'] }, portal, picture)
  expect(html).toContain('<img src="cid:p@x" width="450" height="168" alt="A &quot;chart&quot;"')
  expect(html).not.toContain('It rose.')
  expect(text).toContain('One.\n\nIt rose.\n\n')
  expect(sent).toEqual({ cid: 'p@x', base64: Buffer.from('PNG').toString('base64') })
  expect(html).not.toContain('d@x')
})
