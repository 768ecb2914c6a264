import { accessBugs } from './access-bugs.ts'
import { alertBugs } from './alert-bugs.ts'
import { deliveryBugs } from './delivery-bugs.ts'
import { ingestBugs } from './ingest-bugs.ts'

export const allBugs = [...alertBugs, ...accessBugs, ...ingestBugs, ...deliveryBugs]
