const retryMs = 2000

/**
 * Loads code, and tries again as long as the server cannot be reached. Otherwise a short cut of the network would replace the page,
 * with its open alerts, by an error. Fails if the server answers but does not have the code, as after an upgrade.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      // The first failure may have been a cut that is over by now.
      if ((await isReachable()) && ++failures > 1) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

async function isReachable(): Promise<boolean> {
  try {
    const response = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    return response.status < 500
  } catch {
    return false
  }
}
