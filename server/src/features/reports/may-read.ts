import { permits } from '@eot/contract/permissions'
import { siteIdsOf } from '../../access/site-path.ts'
import { findReceiverGate, type Receiver } from '../notifications/index.ts'

/** Returns whether a person may currently read the reports of a site, and gets them by email. */
export const mayRead = (person: Receiver, sitePath: string): boolean =>
  findReceiverGate(person, sitePath, 'Email') === null &&
  permits({ priority: person.rolePriority, isAtRoot: siteIdsOf(person.sitePath).length === 1 }, 'ViewReports')
