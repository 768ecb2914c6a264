/** Escapes the percent signs of a path that cannot be decoded, such as `/%zz`. Returns other paths unchanged. */
export function readablePath(path: string): string {
  try {
    // The bundler would remove a call whose result is not used.
    return decodeURI(path) && path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
