import type { Endpoint } from '@eot/contract/endpoint'
import type { TestApp } from '../test-app.ts'

/** A request that changes something, for the tests of the audit log. */
export interface AuditedChange {
  endpoint: Endpoint
  /** The actions that it adds to the audit log, in order. */
  rows: string[]
  /** Creates the required records. Returns a function that sends the request. */
  arrange(app: TestApp): Promise<() => Promise<{ status: number; text: string }>>
}

let count = 0

export const newEmail = () => `new${++count}@example.org`
export const newMac = () => `02:00:00:00:${String(1000 + ++count).replace(/(..)(..)/, '$1:$2')}`
