/** The number of colors of heat maps, besides the one for an empty cell. */
const shades = 7

/** The color of a count in a heat map, from 1 to 7. undefined: the count is 0. */
export const shadeOf = (count: number, most: number): number | undefined =>
  count === 0 ? undefined : Math.max(1, Math.ceil((count / most) * shades))
