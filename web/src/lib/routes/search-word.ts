/** Returns a text from the address. The router parses a value of digits as a number. */
export const searchWord = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
