import pg from 'pg'

type Parse = (text: string) => unknown

const standard = (oid: number): Parse => pg.types.getTypeParser(oid, 'text')
/** Ids of the types in PostgreSQL, which never change. */
const [int4Array, float4Array, float8Array] = [1007, 1021, 1022]

/** Parsers that replace those of the driver, for values sent as text. */
const own: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  // Our counts and ids stay far below 2^53.
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, instantsBy(standard(pg.types.builtins.TIMESTAMPTZ))],
  [int4Array, numbersBy(standard(int4Array))],
  [float4Array, numbersBy(standard(float4Array))],
  [float8Array, numbersBy(standard(float8Array))],
])

/** Reads the values of a column. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : (own.get(oid) ?? standard(oid))

/** Parses arrays of numbers and nulls, of which charts have thousands, in a fifth of the time that `parse` takes. */
function numbersBy(parse: Parse): Parse {
  return (text) => {
    try {
      return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`)
    } catch {
      return parse(text) // has NaN, infinity or further dimensions
    }
  }
}

/** Matches instants in UTC from the year 1000 on, to which the session is set. */
const usualInstant = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/
const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528 // 11 × '0'

/** Parses instants such as `2026-11-01 08:30:00.25+00` in a third of the time that `parse` takes. */
function instantsBy(parse: Parse): Parse {
  return (text) => {
    if (!usualInstant.test(text)) return parse(text)
    const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
    // Three digits of the fraction at most: microseconds are cut off.
    const ms = text[19] === '.' ? Math.round(Number(text.slice(19, Math.min(23, text.length - 3))) * 1000) : 0
    const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)]
    return new Date(
      Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), ms),
    )
  }
}
