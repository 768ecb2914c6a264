import { appendFileSync, readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import pg from 'pg'

export interface RecordedStatement {
  text: string
  values: unknown[]
}

const recorded = new Set<string>()

/**
 * Appends each distinct statement that this process sends to the server of `url` to a file, with the values of its first use.
 */
export function recordStatements(file: string, url: string): void {
  const { hostname, port } = new URL(url)
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const { text = first, values = second } = (
      typeof first === 'object' ? first : {}
    ) as Partial<RecordedStatement>
    const isAsked = this.host === hostname && this.port === Number(port)
    if (isAsked && typeof text === 'string' && !recorded.has(text)) {
      recorded.add(text)
      const statement = { text, values: Array.isArray(values) ? values : [] }
      appendFileSync(file, `${serialize(statement).toString('base64')}\n`)
    }
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
}

/** Reads the statements that processes have appended to a file, each text once. */
export function readStatements(file: string): RecordedStatement[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const statements = lines.map((line) => deserialize(Buffer.from(line, 'base64')) as RecordedStatement)
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()]
}
