import { ownTurn } from '../own-turn.ts'
import { findSeries, SeriesColumns } from './series-columns.ts'

/** The most numbers that are serialized without yielding to other work. */
const mostAtOnce = 100_000

interface AnswerText {
  text: string
  isColumnar: boolean
}

/**
 * Serializes a response, in columnar form if the client accepts it and the response contains series. Many series are serialized in
 * parts, so that other requests do not wait for all of them.
 */
export async function answerText(answer: unknown, acceptsColumnar: boolean): Promise<AnswerText> {
  const found = findSeries(answer)
  if (!found) return { text: JSON.stringify(answer), isColumnar: false }
  const columns = acceptsColumnar ? new SeriesColumns() : undefined
  const series = await textOfEach(
    found.series,
    ({ Points }) => Points.length * (Points[0]?.length ?? 0),
    (one) => JSON.stringify(columns ? { ...one, Points: columns.indexesOf(one.Points) } : one),
  )
  const members = [JSON.stringify(found.rest).slice(1, -1), `"${found.field}":[${series}]`]
  if (columns) members.push(`"Columns":[${await textOfEach(columns.all, ({ length }) => length, toText)}]`)
  const text = `{${members.filter((member) => member !== '').join(',')}}`
  return { text, isColumnar: acceptsColumnar }
}

const toText = (value: unknown) => JSON.stringify(value)

/** Returns the texts of items, separated by commas. */
async function textOfEach<Item>(
  items: readonly Item[],
  numbersOf: (item: Item) => number,
  textOf: (item: Item) => string,
): Promise<string> {
  const texts: string[] = []
  let numbers = 0
  for (const item of items) {
    if (numbers > mostAtOnce) {
      await ownTurn(Number.POSITIVE_INFINITY)
      numbers = 0
    }
    numbers += numbersOf(item)
    texts.push(textOf(item))
  }
  return texts.join(',')
}
