import type { ApiError } from '../api-error.ts'

/** Messages by field. */
export type FieldErrors<V extends object> = { [K in keyof V & string]?: string }

/**
 * What a refusal says about each field: by the server's paths, else by its code. The innermost part of a path
 * that names a field counts, so that `Settings.ReportInterval` finds its input. A path that belongs to no
 * field is left out.
 */
export function fieldErrors<V extends object>(
  error: ApiError,
  fields: readonly string[],
  places: Readonly<Record<string, keyof V & string>>,
): FieldErrors<V> {
  const found: Record<string, string> = {}
  for (const { Path, Message } of error.errors) {
    const part = Path.split('.').findLast((name) => fields.includes(name))
    const field = places[Path] ?? part
    if (field !== undefined) found[field] ??= Message
  }
  const place = places[String(error.code)]
  if (place !== undefined) found[place] ??= error.detail
  return found as FieldErrors<V> // keys are fields, by the lookups above
}
