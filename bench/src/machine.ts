import { availableParallelism, cpus, totalmem } from 'node:os'
import type pg from 'pg'

export interface Machine {
  cores: number
  cpu: string
  memoryGiB: number
  node: string
  postgres: string
}

export async function describeMachine(pool: pg.Pool): Promise<Machine> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: rows[0]?.server_version ?? 'unknown',
  }
}
