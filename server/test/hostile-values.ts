/** A placeholder for a number that JSON can express and JavaScript cannot; see `writeJson`. */
const rawMark = 'raw number '
const raw = (token: string) => rawMark + token

const nested = (depth: number) => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { Settings: value }
  return value
}

/** Values that no field should accept, or not unchanged. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  0,
  -1,
  0.1,
  2 ** 53,
  -(2 ** 53),
  2 ** 31,
  1e308,
  raw('-0'),
  raw('1e309'),
  raw('-1e309'),
  raw('9007199254740993'),
  raw(`0.${'1'.repeat(5000)}`),
  raw('1'.repeat(5000)),
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  'null',
  'undefined',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202eevil\u202c',
  'שלום עולם مرحبا',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(200),
  'ﷺ'.repeat(40),
  '\r\nX-Injected: 1',
  "' or 1=1; drop table app_user; --",
  '"; select pg_sleep(10); --',
  '%',
  '_%\\%_',
  '\\',
  `${'a'.repeat(5000)}!`,
  '((((((((((a+)+)+)+)+)+)+)+)+)+)+$',
  `${'%_'.repeat(100)}`,
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: tests template injection
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '01900000-0000-7000-8000-000000000001',
  '00000000-0000-0000-0000-000000000000',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '8640000000000000',
  'x'.repeat(200),
  'x'.repeat(64 * 1024),
  'é'.repeat(32 * 1024),
  // Long runs, which take quadratic time if a regular expression starts again at each of their characters.
  `中${'\u200d'.repeat(20_000)}中`,
  `e${'\u0301\u0323'.repeat(15_000)}`,
  `1${' '.repeat(64 * 1024)}x`,
  `{{${' '.repeat(9990)}x`,
  `${'1'.repeat(9990)}x`,
  Array.from({ length: 10_000 }, () => 1),
  Array.from({ length: 10_000 }, () => '01900000-0000-7000-8000-000000000001'),
  Array.from({ length: 200 }, () => 'x'.repeat(200)),
  Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key${n}`, n])),
  nested(20),
  nested(70),
]

/** Keys that no schema has. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '0',
  'a\u0000b',
  '\ud800',
  'Settings.Rules',
  '$where',
  'x'.repeat(10_000),
] as const

/** Serializes a value to JSON, including the number placeholders. */
export function writeJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(new RegExp(`"${rawMark}([^"]*)"`, 'g'), '$1')
}

/** Path segments as sent on the wire. */
export const hostileSegments = [
  '%00',
  '%ed%a0%80',
  '%c0%af',
  '%zz',
  '%',
  '..',
  '%2e%2e%2f',
  '.',
  '//',
  '%2f',
  ';a=b',
  '@',
  'null',
  'me',
  '-1',
  '01900000-0000-7000-8000-000000000001/',
  'x'.repeat(101),
  'x'.repeat(10_000),
  '%F0%9F%92%A9'.repeat(8),
] as const

/** Query string suffixes as sent on the wire. */
export const hostileQueries = [
  '?',
  '&&&===&',
  '%00=%00',
  '%zz=1',
  '__proto__=1&__proto__[a]=1',
  'constructor[prototype][a]=1',
  'SiteId=1&SiteId=2&siteId=3',
  'search[]=a&search=b',
  'search=%ed%a0%80',
  'Page=1&Page=1',
  'a[b][c][d]=1',
  `${'type=Vape&'.repeat(1200)}`,
  `${'x'.repeat(8000)}=1`,
] as const

/** Headers that change the meaning of a request. */
export const hostileHeaders: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/xml'],
  ['content-type', 'multipart/form-data; boundary=a'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'application/x-ndjson'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/json; charset=nonsense'],
  ['content-type', ';'],
  ['content-type', `application/json; a=${'x'.repeat(5000)}`],
  ['content-encoding', 'gzip'],
  ['content-length', '-1'],
  ['content-length', '0'],
  ['content-length', '99999999999'],
  ['content-length', 'many'],
  ['accept', 'image/png'],
  ['accept-encoding', 'br;q=1e309, *;q=NaN'],
  ['accept-language', 'x'.repeat(5000)],
  ['authorization', ''],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', `Bearer ${'x'.repeat(8000)}`],
  ['authorization', 'Basic !!!!'],
  ['authorization', 'Basic Og=='],
  ['authorization', 'Basic AAAAOgAA'],
  ['authorization', 'Digest username="a"'],
  ['cookie', '=;=;a=b;__proto__=1'],
  ['host', 'evil.example.org'],
  ['origin', 'null'],
  ['range', 'bytes=0-1,5-'],
  ['if-none-match', '*'],
  ['x-forwarded-for', '127.evil, ::::'],
  ['x-http-method-override', 'DELETE'],
]

/** Mutations of the text of a body. */
export const garblings: readonly ((text: string) => string | Buffer)[] = [
  (text) => text.slice(0, text.length / 2),
  (text) => text + text,
  (text) => `\ufeff${text}`,
  (text) => text.replace(/\{"([^"]*)":/, '{"$1":null,"$1":'),
  (text) => text.replace('{', '{"__proto__":{"isAdmin":true},'),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0])]),
  (text) => text.replace(/:[^,}]*/, ':NaN'),
  (text) => `[${text}]`,
  (text) => `"${text.replaceAll('"', '')}"`,
  (text) => `${'['.repeat(5000)}${text}`,
  () => '',
  () => 'null',
  () => ' '.repeat(100_000),
  () => '\u0000',
]
