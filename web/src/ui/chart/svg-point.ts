const mostKnown = 40_000
/** Formatted positions, by tenths of a pixel. A chart may have 100,000 points, and formatting takes longer than looking up. */
const known = new Array<string | undefined>(mostKnown)

/** Formats a position in an SVG path, in CSS pixels, such as `12.5 40.0`. */
export const svgPoint = (x: number, y: number): string => `${toTenths(x)} ${toTenths(y)}`

function toTenths(pixels: number): string {
  const tenths = Math.round(pixels * 10)
  if (!(tenths >= 0 && tenths < mostKnown)) return pixels.toFixed(1)
  const text = known[tenths] ?? (tenths / 10).toFixed(1)
  known[tenths] = text
  return text
}
