/** Converts lines of cells to a CSV file (RFC 4180). It starts with a byte order mark, so that spreadsheets read UTF-8. */
export const csvFile = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([`\uFEFF${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`], {
    type: 'text/csv',
  })

/** A text that a spreadsheet would take for a formula gets an apostrophe. */
function cellText(cell: string): string {
  const isFormula = /^[=+\-@\t]/.test(cell) && Number.isNaN(Number(cell))
  const text = isFormula ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
