import type { Endpoint } from '@eot/contract/endpoint'
import type { TestApp } from '../test-app.ts'

/** A call that changes something, as the tests of the audit log make it. */
export interface AuditedChange {
  endpoint: Endpoint
  /** The actions it leaves in the audit log, in order. */
  rows: string[]
  /** Makes what has to be there before; answers the call itself. */
  arrange(app: TestApp): Promise<() => Promise<{ status: number; text: string }>>
}

let count = 0

export const newEmail = () => `new${++count}@example.org`
export const newMac = () => `02:00:00:00:00:${10 + ++count}`
