export type { CollectionWords } from './change-collection.command.ts'
export { type CollectionParts, headToWire, serveCollections } from './collections.routes.ts'
