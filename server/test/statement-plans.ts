import type pg from 'pg'
import { sqlState } from '../src/platform/db/database-failure.ts'
import type { RecordedStatement } from './record-statements.ts'

/**
 * How a statement reaches rows of distributed tables: not at all, on the node of one device, on all nodes at once, with new
 * rows that are sent to their nodes, or with rows of several nodes that the coordinator collects before it continues.
 */
export type Route = 'local' | 'routed' | 'pushed down' | 'passed on' | 'collected'

export interface StatementPlan {
  text: string
  route: Route
  /** The largest number of shards that are queried. */
  tasks: number
}

type PlanNode = { [key: string]: unknown }

/** SQLSTATE of a table that does not exist. */
const undefinedTable = '42P01'

/**
 * Explains a statement on the coordinator. Throws if it cannot run. Undefined: the statement uses a table that only the
 * recorded test had, such as a partition.
 */
export async function planOf(
  client: pg.ClientBase,
  { text, values }: RecordedStatement,
): Promise<StatementPlan | undefined> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': PlanNode[] }>(
      `explain (format json, costs off) ${text}`,
      values,
    )
    return { text, ...routeOf(rows[0]?.['QUERY PLAN']) }
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error
    return undefined
  } finally {
    await client.query('rollback')
  }
}

/** Returns the statements of a text that can be explained: none of a migration, which also has others. */
export function explainableIn({ text, values }: RecordedStatement): RecordedStatement[] {
  const statements = text.split(/;\s+/)
  const areAll = statements.every((one) => /^\s*(select|insert|update|delete|with)\b/i.test(one))
  return areAll ? statements.map((one) => ({ text: one, values })) : []
}

interface Found {
  /** The largest number of tasks of the statement itself, and of the parts whose rows it needs first. */
  main: number
  collected: number
  passesOn: boolean
}

function routeOf(plan: unknown): Omit<StatementPlan, 'text'> {
  const found: Found = { main: 0, collected: 0, passesOn: false }
  walk(plan, false, found)
  return { route: nameOf(found), tasks: Math.max(found.main, found.collected) }
}

function nameOf({ main, collected, passesOn }: Found): Route {
  if (collected > 1) return 'collected'
  if (passesOn) return 'passed on'
  if (main > 1) return 'pushed down'
  return main + collected > 0 ? 'routed' : 'local'
}

function walk(node: unknown, isPart: boolean, found: Found): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, isPart, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'INSERT/SELECT method') found.passesOn = true
    if (key === 'Task Count') {
      const place = isPart ? 'collected' : 'main'
      found[place] = Math.max(found[place], Number(value))
    } else walk(value, isPart || key === 'Subplans' || key === 'Select Query', found)
  }
}
