/** Business constants of the specification (spec 9). */
export const constants = {
  httpTimeoutMs: 10_000,
  tokenDays: 7,
  resizeDebounceMs: 500,
  loadingFadeMs: 1000,
  startupDelayMs: 10,
  navCollapsePx: 850,
  navNarrowPx: 550,
  chunkLoadTimeoutMs: 120_000,
  recentAlertsHours: 24,
  subscriptionStartHour: 7,
  subscriptionEndHour: 19,
  socketPath: '/ws/',
  socketReconnectDelayMs: 1000,
  socketReconnectDelayMaxMs: 5000,
  socketRandomization: 0.5,
  socketTimeoutMs: 20_000,
} as const
