import { audit } from '@eot/contract/audit'
import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallArguments, call, takeEarly, type UrlArguments } from './api.ts'
import { isRetryable } from './api-error.ts'
import { invalidate } from './cached.ts'
import { isLeaving } from './delete-record.ts'

/**
 * A read endpoint as a cached query. Its key starts with the endpoint's path. Its initial data is the content that was
 * requested while the app was loading, so that a page need not show a placeholder first.
 */
export function queryOf<E extends Endpoint>(endpoint: E, ...args: UrlArguments<E>) {
  const [request] = args
  let requestedAt: number | undefined
  return queryOptions({
    initialData() {
      const early = takeEarly(endpoint, ...args)
      requestedAt = early?.requestedAt
      return early?.content as AnswerOf<E> | undefined // the server's tests check it against the contract
    },
    initialDataUpdatedAt: () => requestedAt,
    queryKey: [endpoint.path, request ?? {}] as const,
    queryFn({ signal, client, queryKey }): Promise<AnswerOf<E>> | AnswerOf<E> {
      const known = isLeaving(queryKey) ? client.getQueryData<AnswerOf<E>>(queryKey) : undefined
      if (known !== undefined) return known
      return call(endpoint, ...([request, { signal }] as unknown as CallArguments<E>)) // the two tuples differ only in the options
    },
    meta: { endpoint, request: request ?? {} },
  })
}

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        retry: (failures, error) => isRetryable(error) && failures < 2,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** The endpoints of a feature, as grouped by the contract. */
export type ContractFeature = Readonly<Record<string, Endpoint>>

/** Fetches data of these features, and their history, again: visible data at once, other data when it is next shown. */
export function refreshFeatures(queryClient: QueryClient, ...features: ContractFeature[]): Promise<void> {
  const paths = new Set<unknown>(
    [audit, ...features].flatMap(Object.values<Endpoint>).map(({ path }) => path),
  )
  return invalidate(queryClient, { predicate: ({ queryKey: [path] }) => paths.has(path) })
}
