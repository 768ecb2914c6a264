/** How many devices are compared in one chart. */
export const mostCompared = 6
