import { defineList, someIds } from '../../lib/lists/define-list.ts'

/** A filter with one id. */
export const oneId = (given: unknown): string | undefined => someIds(given)?.[0]

export const requestPath = '/site/webhooks/request'

export const requestList = defineList({ path: '/site/webhooks', sort: ['Name', 'Site', 'Url'] })

interface RequestSearch {
  id?: string | undefined
  copy?: string | undefined
  from?: string | undefined
}

/** Parses which webhook request is edited. None: a new one, a copy of another, or one that starts from a recipe. */
export const parseRequestSearch = (given: Record<string, unknown>): RequestSearch => ({
  id: oneId(given.id),
  copy: oneId(given.copy),
  from: typeof given.from === 'string' ? given.from : undefined,
})
