/** Returns whether the server would answer if the page was loaded again. A proxy that cannot reach it responds with 502 or 504. */
export async function canReload(timeoutMs = 10_000): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store', signal })
    return response.status < 500
  } catch {
    return false // no response at all
  }
}
