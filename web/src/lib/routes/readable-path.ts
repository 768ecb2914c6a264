/** A path that cannot be decoded, such as `/%zz`, with its percent signs as plain characters. Others stay as they are. */
export function readablePath(path: string): string {
  try {
    // The bundler would remove a call whose result is not used.
    return decodeURI(path) && path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
