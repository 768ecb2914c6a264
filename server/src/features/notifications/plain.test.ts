import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from '../messages/index.ts'
import { plain } from './notice-words.ts'

/** The name as a text message shows it, with plain letters for those that look like them. */
const inText = (name: string) => fitText([{ text: plain(name) }])

test.each([
  ['fullwidth letters', 'ｅｖｉｌ．ｃｏｍ', 'evil. com'],
  ['circled letters', 'ⓔⓥⓘⓛ.ⓒⓞⓜ', 'evil. com'],
  ['a number with a dot', 'evil⒈com', 'evil1. com'],
  ['a one dot leader', 'evil․com', 'evil. com'],
  ['a letter with an accent of its own', 'evil.q\u0301om', 'evil. qom'],
  ['a sign that text messages leave out', 'evil.°com', 'evil. com'],
  ['a fullwidth colon and slashes', 'https：／／evil', 'https: //evil'],
  ['a fullwidth at sign', 'eve＠evil', 'eve @ evil'],
])('%s do not become a link in a text message', (_title, name, shown) => {
  expect(inText(name)).toBe(shown)
})

test.each(['Küche 2.104', 'CO₂ lab ½', 'Zoë’s room, 3rd fl.', '会议室', 'A-Wing…'])(
  'the name %s stays unchanged',
  (name) => {
    expect(plain(name)).toBe(name)
  },
)

const pieces = [...'evⓒｏm1⒈.．․…°@＠:：/／ ж-', '\u0301']

test('no name becomes a link, neither unchanged nor in a text message', () => {
  const link = /[\p{L}\p{N}-]\.\p{L}{2}|:\/\/|\S@\S/u
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (name) => {
      expect(plain(name.join(''))).not.toMatch(link)
      expect(inText(name.join(''))).not.toMatch(link)
    }),
  )
})
