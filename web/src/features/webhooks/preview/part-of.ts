import { type ParamPart, paramParts } from '@eot/contract/webhook-params'

/** Returns the part of a request to which a path belongs. */
export const partOf = (path: string): ParamPart =>
  paramParts.find((part) => path === part || path.startsWith(`${part}.`)) ?? 'Body'
