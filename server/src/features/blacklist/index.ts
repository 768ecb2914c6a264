export { blacklistQueries } from './blacklist.queries.ts'
export { bounceOf, type FailureKind } from './block-rule.ts'
export { receiverKey } from './receiver-key.ts'
export { recordArrival, recordFailure } from './record-delivery.command.ts'
