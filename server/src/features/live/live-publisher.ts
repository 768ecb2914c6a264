/** Tells the rooms what was committed; to be called after the commit. */
export interface LivePublisher {
  publish(): void
}
