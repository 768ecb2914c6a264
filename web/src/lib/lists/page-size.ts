/** Rows of a list page. */
export const pageSize = 25
