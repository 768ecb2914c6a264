import { killBackend } from '../citus/cluster.ts'
import type { Processes } from './start-processes.ts'

export const victims = ['api', 'ingest', 'worker', 'nginx', 'database'] as const
export type Victim = (typeof victims)[number] | 'mosquitto'

/** Kills one process of this kind with SIGKILL, chosen at random. It is started again by its supervisor. */
export async function killOne(
  victim: Victim,
  { programs, nginx, broker, cluster }: Processes,
  random: () => number,
): Promise<void> {
  const choose = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  switch (victim) {
    case 'nginx':
      return nginx.killWorker(random)
    case 'database':
      return killBackend(choose(cluster.nodes) ?? '')
    case 'mosquitto':
      await broker.kill()
      return broker.start()
    default:
      await choose(programs.filter(({ name }) => name.startsWith(victim)))?.kill()
  }
}
