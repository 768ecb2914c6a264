export { insertSubscription } from './change-subscription.command.ts'
export { namedReceivers } from './named-receivers.queries.ts'
export { requireWithin } from './require-within.command.ts'
export { fieldsOf, type Input, membersOf, needsEffect, refuseAimless } from './subscription-input.wire.ts'
export {
  type MemberName,
  memberCount,
  memberNames,
  memberSetNames,
  type Owner,
  subscriptionMemberQueries,
} from './subscription-members.queries.ts'
export { type SubscriptionFields, subscriptionQueries } from './subscriptions.queries.ts'
export { termsToWire, weekdaysToWire, windowsToWire } from './subscriptions.wire.ts'
export { seesPlace, storedTargets, targetPlaces } from './target-places.queries.ts'
export { dayIntervals, isWithinWindow, type WeeklyWindow } from './weekly-window.ts'
