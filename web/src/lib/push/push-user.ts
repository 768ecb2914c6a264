const key = 'eot.push'

/** Returns the user whose notifications are on in this browser, so that they can be turned on again after the next sign-in. */
export const readPushUser = (): string | null => localStorage.getItem(key)

export const storePushUser = (userId: string): void => localStorage.setItem(key, userId)
export const clearPushUser = (): void => localStorage.removeItem(key)
