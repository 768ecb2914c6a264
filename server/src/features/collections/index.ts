export type { CollectionWords } from './change-collection.command.ts'
export type { CollectionRow, CollectionSummary, MemberRow } from './collection.ts'
export { type CollectionParts, collectionCalls } from './collections.routes.ts'
