import type { z } from 'zod'
import type { PermissionKey } from './permissions.ts'
import { storable } from './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call an endpoint: anyone, any signed-in user, a user with a permission key, or a machine with its own
 * credential. `anySession` also accepts sessions that exist only to set up a second factor.
 */
export type Access = 'public' | 'anySession' | 'signedIn' | MachineAccess | PermissionKey

/** A device with its key, a gateway with its token, or either of the two. */
export type MachineAccess = 'device' | 'gateway' | 'machine'

export const isMachineAccess = (access: Access): access is MachineAccess =>
  access === 'device' || access === 'gateway' || access === 'machine'

/** Rate limits per IP address, counted separately so that too many sign-ins do not block session refresh. */
export type CallRate = 'signIn' | 'inquiry' | 'refresh' | 'report' | 'callback'

/**
 * An API endpoint as data: the server mounts it, the client calls it, the documentation lists it, and tests generate
 * valid requests from its schemas. A schema with a `refine` rule needs `.meta({ examples: […] })` for that.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method
  /** Relative to `/api`; path parameters as `:name`. */
  path: string
  summary: string
  access: Who
  status: 200 | 201 | 202 | 204
  /** Rate limit, applied before the body is read. Required for every public endpoint with a body. */
  rate?: CallRate
  /** Not available in production. */
  developmentOnly?: true
  params?: Params
  query?: Query
  body?: Body
  /** Media type of a request body that the route reads as a stream. */
  streams?: string
  /** Media type of the response, if not JSON. */
  produces?: 'text/csv' | 'application/pdf'
  answer: Answer
}

type Declaration<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  W extends Access,
> = Omit<Endpoint<P, Q, B, A, W>, 'status'> & { status?: Endpoint['status'] }

export function endpoint<
  A extends z.ZodType,
  W extends Access,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<P, Q, B, A, W>): Endpoint<P, Q, B, A, W> {
  const { params, query, body } = declaration
  return {
    status: 200,
    ...declaration,
    // Added here so that it applies to every schema.
    ...(params && { params: params.check(storable) }),
    ...(query && { query: query.check(storable) }),
    ...(body && { body: body.check(storable) }),
  }
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type AnswerOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** The input of API clients; fields with defaults may be omitted. */
export interface RequestOf<E extends Endpoint> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
}
