import { messageText, problemText } from '../../texts/problem-text.ts'
import type { ApiError } from '../api/api-error.ts'

/** Messages by field. Those of nested rows are keyed by their path in the values, such as `Params.2.Name`. */
export type FieldErrors<V extends object> = { [K in keyof V & string]?: string } & {
  [path: `${string}.${string}`]: string | undefined
}

/**
 * Assigns the errors of a response to fields, by path or else by error code. A path that exists in the values is used
 * as is; a path below a list, as far as it exists. Otherwise the innermost part that names a field counts, so that
 * `Settings.ReportInterval` finds its input. A path without a field is left out.
 */
export function fieldErrors<V extends object>(
  error: Pick<ApiError, 'code' | 'detail' | 'errors'>,
  values: V,
  places: Readonly<Record<string, keyof V & string>>,
): FieldErrors<V> {
  const found: Record<string, string> = {}
  for (const { Path, Message } of error.errors) {
    const place = places[Path] ?? placeIn(values, Path)
    if (place !== undefined) found[place] ??= messageText(Message)
  }
  const place = places[String(error.code)]
  if (place !== undefined) found[place] ??= problemText(error.code, error.detail)
  return found as FieldErrors<V> // keys are fields and paths below them, by the lookups above
}

function placeIn(values: object, path: string): string | undefined {
  const parts = path.split('.')
  const isBelowList = Array.isArray(valueAt(values, parts.slice(0, 1)))
  if (isBelowList) {
    const depth = parts.findLastIndex((_, index) => valueAt(values, parts.slice(0, index + 1)) !== undefined)
    return parts.slice(0, depth + 1).join('.')
  }
  return valueAt(values, parts) === undefined ? parts.findLast((name) => name in values) : path
}

/** The value at a path. undefined: there is none. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name] // checked by `in` above
        : undefined,
    values,
  )
}

/** Returns the errors whose values have not changed since they were rejected. */
export function errorsLeft<V extends object>(errors: FieldErrors<V>, before: V, after: V): FieldErrors<V> {
  const isSame = (path: string) => valueAt(before, path.split('.')) === valueAt(after, path.split('.'))
  return Object.fromEntries(Object.entries(errors).filter(([path]) => isSame(path))) as FieldErrors<V> // a subset of the same errors
}
