import pg from 'pg'

type Parse = (text: string) => unknown

const standard = (oid: number): Parse => pg.types.getTypeParser(oid, 'text')
/** Ids of the types in PostgreSQL, which never change. */
const [int4Array, float4Array, float8Array] = [1007, 1021, 1022]

/** Parsers that replace those of the driver, for values sent as text. */
const own: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  // Our counts and ids stay far below 2^53.
  [pg.types.builtins.INT8, Number],
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
