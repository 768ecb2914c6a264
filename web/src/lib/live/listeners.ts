export function makeListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns a function that removes the listener. */
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
  }
}
