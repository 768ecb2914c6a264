const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostIds = 5

/** Returns the first five UUIDs in the fields of these objects, whatever the fields are called. */
export function idsIn(...parts: readonly unknown[]): string[] {
  const values: unknown[] = parts.flatMap((part) =>
    typeof part === 'object' && part !== null ? Object.values(part) : [],
  )
  return values
    .filter((value) => typeof value === 'string')
    .filter((value) => uuidForm.test(value))
    .slice(0, mostIds)
}
