/** A text of the address. The router reads a value of digits as a number. */
export const searchWord = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
