import type { Work } from '@eot/contract/health'
import type { Generated } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface ProcessTable {
  id: string
  roles: string[]
  host: string
  pid: number
  version: string
  started_at: DefaultedInstant
  seen_at: DefaultedInstant
  heard_at: DefaultedInstant
  stopped_at: Instant | null
  reads_single_minutes: Generated<boolean>
}

interface StallTable {
  id: Generated<string>
  work: Work
  started_at: Instant
  told_at: Instant | null
  ended_at: Instant | null
}

export interface HealthTables {
  process: ProcessTable
  stall: StallTable
}
