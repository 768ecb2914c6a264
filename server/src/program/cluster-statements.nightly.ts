import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClusterDatabase, dropClusterDatabase, listClusterNodes } from '../../test/cluster-databases.ts'
import { readStatements } from '../../test/record-statements.ts'
import { runTests } from '../../test/run-tests.ts'
import { explainableIn, planOf, type StatementPlan } from '../../test/statement-plans.ts'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { connect } from '../../test/used-database.ts'
import { prepareSession } from '../features/readings/index.ts'
import { prepareDatabase } from './prepare-database.ts'

// A Citus coordinator with other nodes, on which databases may be created.
const clusterUrl = process.env.CITUS_URL
const title = clusterUrl ? '' : ' (CITUS_URL names no coordinator)'

/** Everything that reads or writes tables that grow with devices, and all endpoints. */
const suites = [
  'server/src/features/alerts',
  'server/src/features/connections',
  'server/src/features/devices',
  'server/src/features/forecast',
  'server/src/features/hints',
  'server/src/features/ingest',
  'server/src/features/live',
  'server/src/features/outages',
  'server/src/features/ratings',
  'server/src/features/readings',
  'server/src/features/reports',
  'server/src/features/sensors',
  'server/src/features/sites',
  'server/src/features/storage',
  'server/src/authorization-matrix.test.ts',
  'server/src/program/export-site.test.ts',
]

/** Statements for which the coordinator collects rows of several nodes before it continues: a few for each device. */
const collected = [
  // The number of hours of each device in a range.
  /^with listed as materialized .* count\(\*\)::int as hours from reading_hour/,
  // The first day of all devices.
  /^select min\(bucket\) as at from reading_hour/,
  // Partitions: whether they are empty, and the rows that belong to a new one.
  /and not exists \(select 1 from reading/,
  /^with moved as \(delete from reading/,
  // The minutes of readings that are about to be dropped.
  /^with newest as materialized .* insert into reading_minute /,
  // The values of a chart, which are all in the answer. Merged devices: each node adds up its own, and sends a row for each point
  // in time.
  /^select string_agg\(int4send\(no\), ''\) as nos, /,
  // Tests that count everything.
  /^select \(select count\(\*\) from reading\)(::int)? as (readings|stored)/,
  /^select \(\(select count\(\*\) from reading\) \+ /,
]

/** Inserts for one device, into a table that is not distributed: only a test does this. */
const ofTests = /^\s*insert into rating_due .* from reading_hour/s

test.skipIf(!clusterUrl)(
  `on a cluster, tests of devices pass, and every statement is cheap${title}`,
  async () => {
    const directory = await makeTemporaryDirectory()
    onTestFinished(() => rm(directory, { recursive: true }))
    const file = join(directory, 'statements')
    expect(await onCluster(suites, { RECORDED_STATEMENTS: file })).toBe('')

    const nodes = await listClusterNodes(clusterUrl ?? '')
    const name = `eot_plans_${randomBytes(4).toString('hex')}`
    onTestFinished(() => dropClusterDatabase(nodes, name))
    const url = await createClusterDatabase(nodes, name)
    await prepareDatabase(url)
    const client = await connect(url)
    await prepareSession(client)
    const plans: StatementPlan[] = []
    for (const statement of readStatements(file).flatMap(explainableIn)) {
      const plan = await planOf(client, statement)
      if (plan) plans.push(plan)
    }
    const distributed = plans.filter(({ route }) => route !== 'local')
    for (const { route, tasks, text } of distributed)
      process.stdout.write(`${route} (${tasks}): ${shown(text)}\n`)
    expect(distributed.length).toBeGreaterThan(20)
    const ofOneDevice = distributed.filter(({ text }) => /device_no = \$\d/.test(text) && !ofTests.test(text))
    expect(ofOneDevice.filter(({ tasks }) => tasks > 1).map(({ text }) => shown(text))).toEqual([])
    const collecting = distributed
      .filter(({ route }) => route === 'collected')
      .map(({ text }) => inLine(text))
    expect(collecting.filter((text) => !collected.some((known) => known.test(text)))).toEqual([])
  },
)

test.skipIf(!clusterUrl)(`on a cluster, all other tests of the server pass too${title}`, async () => {
  const others = suites.map((suite) => `--exclude=${suite.endsWith('.ts') ? suite : `${suite}/**`}`)
  expect(await onCluster(['server', ...others])).toBe('')
})

const inLine = (text: string) => text.replaceAll(/\s+/g, ' ')
const shown = (text: string) => inLine(text).slice(0, 300)

/** Runs tests of the server on the cluster. Returns their output if one fails, otherwise an empty string. */
const onCluster = (chosen: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  runTests('server', chosen, { TEST_CLUSTER_URL: clusterUrl, ...environment })
