import { ownTurn } from '../own-turn.ts'
import { joinParts, joinTexts, jsonBytes } from './json-bytes.ts'
import { findSeries, SeriesColumns } from './series-columns.ts'

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
  const beforeNext = createPace()
  const series: string[] = []
  for (const one of found.series) {
    await beforeNext(one.Points.length * (one.Points[0]?.length ?? 0))
    series.push(JSON.stringify(columns ? { ...one, Points: columns.indexesOf(one.Points) } : one))
  }
  const rest = JSON.stringify(found.rest).slice(1, -1)
  const parts = [rest === '' ? '{' : `{${rest},`, `"${found.field}":[`, ...joinTexts(series), ']']
  if (columns) parts.push(',"Columns":[', ...joinTexts(columns.texts), ']')
  return { bytes: joinParts([...parts, '}']), isColumnar: acceptsColumnar }
}

/** Returns a function to call before each part of the work, with how many numbers it has. It yields when enough have been done. */
function createPace(): (numbers: number) => Promise<void> {
  let done = 0
  return async (numbers) => {
    if (done > mostAtOnce) {
      await ownTurn(Number.POSITIVE_INFINITY)
      done = 0
    }
    done += numbers
  }
}
