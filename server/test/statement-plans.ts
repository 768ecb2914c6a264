import type pg from 'pg'
import type { RecordedStatement } from './record-statements.ts'

/**
 * How a statement reaches rows of distributed tables: not at all, on the node of one device, on all nodes at once, or with
 * rows of several nodes that the coordinator collects before it goes on.
 */
export type Route = 'local' | 'routed' | 'pushed down' | 'collected'

export interface StatementPlan {
  text: string
  route: Route
  /** Of the nodes' parts of the tables, how many are asked at most. */
  tasks: number
}

type PlanNode = { [key: string]: unknown }

/** Asks the coordinator how it would run a statement. Throws if it would not. */
export async function planOf(
  client: pg.ClientBase,
  { text, values }: RecordedStatement,
): Promise<StatementPlan> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': PlanNode[] }>(
      `explain (format json, costs off) ${text}`,
      values,
    )
    return { text, ...routeOf(rows[0]?.['QUERY PLAN']) }
  } finally {
    await client.query('rollback')
  }
}

export const isExplainable = ({ text }: RecordedStatement): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text)

function routeOf(plan: unknown): Omit<StatementPlan, 'text'> {
  const found = { main: 0, collected: 0 }
  walk(plan, false, found)
  const tasks = Math.max(found.main, found.collected)
  const route =
    found.collected > 1 ? 'collected' : found.main > 1 ? 'pushed down' : tasks === 1 ? 'routed' : 'local'
  return { route, tasks }
}

/** Finds the most tasks of the statement itself, and of the parts whose rows it needs before. */
function walk(node: unknown, isPart: boolean, found: { main: number; collected: number }): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, isPart, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'Task Count') {
      const place = isPart ? 'collected' : 'main'
      found[place] = Math.max(found[place], Number(value))
    } else walk(value, isPart || key === 'Subplans' || key === 'Select Query', found)
  }
}
