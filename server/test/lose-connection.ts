import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const counting = new AsyncLocalStorage<() => boolean>()

/**
 * Cuts the connection to the database right before the n-th statement of `work`, counted from 1. Returns the number of
 * statements, including the lost one.
 */
export async function losingConnectionAt<T>(
  n: number,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; isLost: boolean }> {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (
    this: pg.Client & { connection: pg.Connection },
    ...given: unknown[]
  ) {
    if (counting.getStore()?.()) this.connection.stream.destroy()
    return Reflect.apply(query, this, given)
  } as typeof query // which has overloads
  let statements = 0
  const isNext = () => ++statements === n
  try {
    const result = await counting.run(isNext, work)
    return { result, statements, isLost: statements >= n }
  } finally {
    pg.Client.prototype.query = query
  }
}
