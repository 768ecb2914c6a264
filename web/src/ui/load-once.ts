const ignore = () => undefined

/**
 * Loads code the first time that it is needed. Unlike with React's `lazy`, a failure does not replace the page with an error, and
 * the next call tries again. Some browsers, such as Chromium 150, remember the failure until the page is reloaded.
 */
export function loadOnce<Code>(load: () => Promise<Code>) {
  let code: Code | undefined
  return {
    /** undefined until it is loaded. */
    get loaded(): Code | undefined {
      return code
    },
    /** Loads the code, then calls `done`, or `failed` if it could not be loaded, as without a network. */
    load(done: () => void = ignore, failed: () => void = ignore): void {
      if (code) {
        done()
        return
      }
      load().then((loaded) => {
        code = loaded
        done()
      }, failed)
    },
  }
}
