import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { type UrlArguments, urlOf } from './api.ts'

/** A request to send while the app is loading, with the type of its answer. */
export interface EarlyRead<Answer> {
  url: string
  /** Never set; carries the type only. */
  answer?: Answer
}

export const earlyRead = <E extends Endpoint>(
  endpoint: E,
  ...request: UrlArguments<E>
): EarlyRead<AnswerOf<E>> => ({ url: urlOf(endpoint, ...request) })

/** The answers to reads, under the same names. */
export type AnswersTo<Reads> = {
  [Name in keyof Reads]: NonNullable<Reads[Name]> extends EarlyRead<infer Answer> ? Answer : never
}
