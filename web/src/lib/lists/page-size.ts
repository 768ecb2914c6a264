/** Rows on a list page. */
export const pageSize = 25
