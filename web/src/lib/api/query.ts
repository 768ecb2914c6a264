import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallArguments, type CallRequest, call } from './api.ts'
import { isPassing } from './api-error.ts'

/** A read of the contract as a cached query; its key starts with the endpoint's path. */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  ...[request]: Record<never, never> extends CallRequest<E>
    ? [request?: CallRequest<E>]
    : [request: CallRequest<E>]
) {
  return queryOptions({
    queryKey: [endpoint.path, request ?? {}] as const,
    queryFn: ({ signal }): Promise<AnswerOf<E>> =>
      call(endpoint, ...([request, { signal }] as unknown as CallArguments<E>)), // the two tuples differ by the options alone
  })
}

export const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        retry: (failures, error) => isPassing(error) && failures < 2,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** The calls of one feature, as the contract groups them. */
export type ContractFeature = Readonly<Record<string, Endpoint>>

/** Reads again what has been read of these features: at once where it is shown, else when it is shown next. */
export function refreshFeatures(queryClient: QueryClient, ...features: ContractFeature[]): Promise<void> {
  const paths = new Set<unknown>(features.flatMap(Object.values<Endpoint>).map(({ path }) => path))
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.has(path) })
}
