const intervals = 3

/**
 * Samples further apart than this are not joined by a line, and a value that is older is not shown as the current one.
 * `intervalMs` is the device's report interval. After the same time, but at least 5 minutes, the server considers it offline.
 */
export const longestGapMs = (intervalMs: number): number => intervals * intervalMs
