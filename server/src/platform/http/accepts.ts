/** Returns whether an `Accept` or `Accept-Encoding` header names a value. "gzip;q=0" refuses it. */
export function accepts(header: string | string[] | undefined, value: string): boolean {
  const accepted = [header ?? []].flat().join().toLowerCase().split(',')
  return accepted.some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim())
    return name === value && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
