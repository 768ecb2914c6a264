/**
 * Whether an error has a name or code that bundlers and browsers use for scripts or styles that could not be loaded
 * (spec 8).
 */
export function isMissingChunk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    error.name === 'ChunkLoadError' ||
    code === 'CSS_CHUNK_LOAD_FAILED' ||
    /dynamically imported module|preload CSS|module script failed/i.test(error.message)
  )
}
