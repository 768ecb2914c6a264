import { runTests } from '@eot/server/test/run-tests'
import { expect, test } from 'vitest'
import { clusterUrl } from './src/citus/cluster.ts'
import { missing } from './src/processes/start-processes.ts'

const title = missing && ` (${missing})`

test.skipIf(missing)(
  `all browser tests pass with two processes of each role behind nginx, on a cluster and with Mosquitto${title}`,
  async () => {
    // One file at a time, since each starts its own processes. Some groups of tests are for the nightly run only.
    const options = ['--no-file-parallelism', '--passWithNoTests']
    expect(await runTests('e2e', options, { TEST_CLUSTER_URL: clusterUrl, TEST_PROCESSES: '1' })).toBe('')
  },
)
