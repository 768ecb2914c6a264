export type { Collection, CollectionWords } from './change-collection.command.ts'
export type { CollectionRow, CollectionSummary } from './collection.ts'
export { type CollectionParts, collectionCalls } from './collections.routes.ts'
