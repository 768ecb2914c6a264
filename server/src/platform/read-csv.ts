import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export interface CsvLine {
  /** Number of its first line in the file, counted from 1, as in a text editor. */
  line: number
  cells: string[]
}

export interface CsvText {
  encoding: 'UTF-8' | 'UTF-16'
  delimiter: ',' | ';' | '\t'
  heading: string[]
  /** The lines below the heading, without blank ones. Throws `UnreadableCsv`. */
  lines: AsyncIterable<CsvLine>
}

/** Thrown if the file cannot be read as a table. The message is for the user. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
}

const mostRecordBytes = 64 * 1024
const separators = [',', ';', '\t'] as const

/**
 * Reads a CSV file as spreadsheets save it: UTF-8 or UTF-16, with or without a byte order mark, any line ends, separated by
 * comma, semicolon or tab. Only a part of it is held in memory.
 */
export async function readCsv(bytes: AsyncIterable<Uint8Array>): Promise<CsvText> {
  const { encoding, text } = await decode(bytes)
  const { start, rest } = await startOf(text)
  const named = /^\ufeff?sep=([,;\t])(?=[\r\n]|$)/i.exec(start)?.[1] as CsvText['delimiter'] | undefined // one of these
  const delimiter = named ?? separatorsIn(start).most
  const records = recordsOf(rest, delimiter)[Symbol.asyncIterator]()
  // Excel writes and reads the separator on a separate line above the heading.
  if (named) await records.next()
  const first = await records.next()
  if (first.done) throw new UnreadableCsv('The file is empty.')
  return {
    encoding,
    delimiter,
    heading: first.value.cells,
    lines: { [Symbol.asyncIterator]: () => records },
  }
}

async function decode(bytes: AsyncIterable<Uint8Array>) {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  const start = first.done ? new Uint8Array() : first.value
  const label = encodingOf(start)
  async function* text() {
    const decoder = new TextDecoder(label, { fatal: true })
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
        const part = decoder.decode(chunk.value, { stream: true })
        if (part.includes('\0')) throw new TypeError('not text')
        yield part
      }
      yield decoder.decode()
    } catch (error) {
      if (error instanceof TypeError)
        throw new UnreadableCsv(
          'The file is not text in UTF-8 or UTF-16. In Excel, save it as “CSV UTF-8 (Comma delimited)”.',
        )
      throw error
    }
  }
  return { encoding: label === 'utf-8' ? ('UTF-8' as const) : ('UTF-16' as const), text: text() }
}

/** Detects the encoding by the byte order mark or, without one, by the zero bytes that western text has in UTF-16. */
function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] !== 0 && start[1] === 0) return 'utf-16le'
  return start[0] === 0 && start[1] !== 0 && start.length > 1 ? 'utf-16be' : 'utf-8'
}

/** Reads until the first record with text is complete, and returns it together with the whole text. */
async function startOf(text: AsyncGenerator<string>) {
  let start = ''
  while (start.length < mostRecordBytes && !separatorsIn(start).isComplete) {
    const part = await text.next()
    if (part.done) break
    start += part.value
  }
  async function* rest() {
    yield start
    yield* text
  }
  return { start, rest: rest() }
}

/**
 * Returns the most frequent separator outside of quotes until the end of the first record with text, and whether that is complete.
 * Spreadsheets may save blank lines above the heading, and line breaks within its quotes.
 */
function separatorsIn(text: string): { most: CsvText['delimiter']; isComplete: boolean } {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  let hasText = false
  let isComplete = false
  for (let at = 0; at < text.length && !isComplete; at++) {
    const char = text.charAt(at)
    if (isQuoted) {
      hasText ||= /[^\s"]/.test(char)
      // Two quotes in a row close and open again.
      if (char === '"') isQuoted = false
    } else if (char === '"' && /[\r\n,;\t\ufeff"]|^$/.test(text.charAt(at - 1))) isQuoted = true
    else if (isSeparator(char)) counts[char]++
    else if (/[\r\n]/.test(char)) isComplete = hasText
    else hasText ||= /\S/.test(char)
  }
  return { most: separators.reduce((most, one) => (counts[one] > counts[most] ? one : most)), isComplete }
}

const isSeparator = (char: string): char is CsvText['delimiter'] =>
  (separators as readonly string[]).includes(char)

async function* recordsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvLine> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a cell that does not begin with one, as in 3/4" pipe.
    relax_quotes: true,
    max_record_size: mostRecordBytes,
  })
  let line = 1
  try {
    for await (const cells of Readable.from(text).compose(parser) as AsyncIterable<string[]>) {
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells: cells.map(withoutDefense) }
      line += 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsv(`Line ${line}: ${meaningOf(error)}`) : error
  }
}

const breaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\r|\n/).length - 1 : 0

/** Exported cells that a spreadsheet would interpret as formulas begin with an apostrophe. */
const withoutDefense = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

function meaningOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark is opened here or below and never closed.'
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `This line is longer than ${mostRecordBytes / 1024} KB. Is a quotation mark never closed?`
  return 'This line cannot be read as CSV.'
}
