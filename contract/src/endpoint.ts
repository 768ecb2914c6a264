import type { z } from 'zod'
import type { PermissionKey } from './permissions.ts'
import { storable } from './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone, any signed-in user, a user with a permission key, or a machine with its own credential.
 * A session that is only there to set up a second factor opens `anySession`, and nothing else.
 */
export type Access = 'public' | 'anySession' | 'signedIn' | 'device' | 'gateway' | PermissionKey

/** Limits of one address, counted apart: too many sign-ins do not keep a session from its refresh. */
export type CallRate = 'signIn' | 'inquiry' | 'refresh'

/**
 * One call of the API as data: the server mounts it, the client calls it, the documentation lists it, and tests make
 * valid requests from its schemas. A rule written as `refine` needs `.meta({ examples: […] })` for these.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method
  /** Below `/api`, parameters as `:name`. */
  path: string
  summary: string
  access: Who
  status: 200 | 201 | 202 | 204
  /** The limit the call counts against, before its body is read. Every public call with a body needs one. */
  rate?: CallRate
  /** Absent where the program runs in production. */
  developmentOnly?: true
  params?: Params
  query?: Query
  body?: Body
  /** Request media types other than JSON, whose body the route reads as a stream. */
  streams?: string
  /** Answer's media type where it is not JSON. */
  produces?: 'text/csv'
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
    // Here, so that no schema can forget it.
    ...(params && { params: params.check(storable) }),
    ...(query && { query: query.check(storable) }),
    ...(body && { body: body.check(storable) }),
  }
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type AnswerOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** What a caller of the client writes: defaults may be left out. */
export interface RequestOf<E extends Endpoint> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
}
