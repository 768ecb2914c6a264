/** Colors of the compared devices, which also differ by letters and dashes. */
const colors = ['--s-a', '--s-b', '--s-c', '--s-d', '--s-e', '--s-f']
const dashes = ['', '7 3', '2 3', '10 3 2 3', '4 2', '1 4']

export const comparedLetter = (place: number): string => String.fromCharCode(65 + place)
export const comparedColor = (place: number): string => `var(${colors[place % colors.length]})`
export const comparedDash = (place: number): string => dashes[place % dashes.length] ?? ''
