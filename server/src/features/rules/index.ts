export { ruleQueries } from './rules.queries.ts'
export { rulesToWire } from './rules.wire.ts'
export { tryDraft } from './try-draft.command.ts'
