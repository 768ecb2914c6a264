import { accessBugs } from './access-bugs.ts'
import { alertBugs } from './alert-bugs.ts'
import { deliveryBugs } from './delivery-bugs.ts'
import { ingestBugs } from './ingest-bugs.ts'
import { notificationBugs } from './notification-bugs.ts'

export const allBugs = [...alertBugs, ...accessBugs, ...ingestBugs, ...notificationBugs, ...deliveryBugs]
