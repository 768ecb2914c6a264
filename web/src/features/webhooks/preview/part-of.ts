import { type ParamPart, paramParts } from '@eot/contract/webhook-params'

/** The part that a path leads to. */
export const partOf = (path: string): ParamPart =>
  paramParts.find((part) => path === part || path.startsWith(`${part}.`)) ?? 'Body'
