/** Of the colors of heat maps, besides the one of nothing. */
const shades = 7

/** The color of a count in a heat map, from 1 to 7. undefined: there is nothing. */
export const shadeOf = (count: number, most: number): number | undefined =>
  count === 0 ? undefined : Math.max(1, Math.ceil((count / most) * shades))
