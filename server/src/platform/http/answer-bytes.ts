import { ownTurn } from '../own-turn.ts'
import { itemParts, joinParts, joinTexts, jsonBytes } from './json-bytes.ts'
import { findSeries, type Series, SeriesColumns, sizeOf } from './series-columns.ts'

/** After this many numbers, other work gets its turn. */
const mostAtOnce = 100_000

interface AnswerBytes {
  /** JSON in UTF-8. */
  bytes: Buffer
  isColumnar: boolean
}

/**
 * Serializes a response, in columnar form if the client accepts it and the response contains series. Many series are serialized in
 * parts, so that other requests do not wait for all of them.
 */
export async function answerBytes(answer: unknown, acceptsColumnar: boolean): Promise<AnswerBytes> {
  const found = findSeries(answer)
  if (!found) return { bytes: jsonBytes(answer), isColumnar: false }
  const columns = acceptsColumnar ? new SeriesColumns() : undefined
  const series: string[] = []
  for (const some of partsOf(found.series)) {
    if (series.length > 0) {
      await ownTurn(Number.POSITIVE_INFINITY)
      series.push(',')
    }
    if (columns)
      series.push(...itemParts(some.map((one) => ({ ...one, Points: columns.indexesOf(one.Points) }))))
    else series.push(...joinTexts(some.map((one) => JSON.stringify(one))))
  }
  const rest = JSON.stringify(found.rest).slice(1, -1)
  const parts = [rest === '' ? '{' : `{${rest},`, `"${found.field}":[`, ...series, ']']
  if (columns) parts.push(',"Columns":[', ...joinTexts(columns.texts), ']')
  return { bytes: joinParts([...parts, '}']), isColumnar: acceptsColumnar }
}

/** Divides series into parts, each of which is serialized without a pause. */
function* partsOf(all: readonly Series[]): Generator<Series[]> {
  let part: Series[] = []
  let numbers = 0
  for (const one of all) {
    if (numbers > mostAtOnce) {
      yield part
      part = []
      numbers = 0
    }
    part.push(one)
    numbers += sizeOf(one.Points)
  }
  if (part.length > 0) yield part
}
