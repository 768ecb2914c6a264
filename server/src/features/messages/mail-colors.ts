/** The purpose of each color, and the properties of an element that it sets. */
const properties = {
  page: ['background'],
  card: ['background'],
  line: ['border-color'],
  ink: ['color'],
  dim: ['color'],
  link: ['color'],
  button: ['background'],
  onButton: ['color'],
  critical: ['color'],
  serious: ['color'],
  caution: ['color'],
  info: ['color'],
  over: ['color'],
} as const

export type MailColor = keyof typeof properties
type Palette = Readonly<Record<MailColor, string>>

/** The colors of the portal's light theme, also shown by mail programs without themes. */
const light: Palette = {
  page: '#eff3f4',
  card: '#ffffff',
  line: '#dce1e1',
  ink: '#141e20',
  dim: '#5d6769',
  link: '#00647c',
  button: '#006a83',
  onButton: '#ffffff',
  critical: '#ac2026',
  serious: '#964401',
  caution: '#775601',
  info: '#096595',
  over: '#5d6769',
}

/** The colors of the dark theme. */
const dark: Palette = {
  page: '#090e0f',
  card: '#111718',
  line: '#242c2e',
  ink: '#edf1f1',
  dim: '#949d9f',
  link: '#78d3e4',
  button: '#65cadd',
  onButton: '#051115',
  critical: '#ff817a',
  serious: '#feaa7a',
  caution: '#e6ba65',
  info: '#81cafc',
  over: '#949d9f',
}

export const mailColors = { light, dark }

const roles = Object.keys(properties) as MailColor[] // the keys are written above

const rulesOf = (role: MailColor, palette: Palette, end = '') =>
  properties[role].map((property) => `${property}:${palette[role]}${end}`).join(';')

/**
 * Returns the attributes that color an element: inline styles, since many mail programs ignore all others, and classes for dark
 * ones. `style` is the rest of its style.
 */
export const colored = (colors: readonly MailColor[], style: string): string =>
  `class="${colors.map(classOf).join(' ')}" style="${[style, ...colors.map((role) => rulesOf(role, light))].join(';')}"`

const classOf = (role: MailColor) => `e-${role.toLowerCase()}`

/** The styles of a mail in a dark mail program. They are `!important`, since inline styles take precedence otherwise. */
export const darkStyles = `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${roles
  .map((role) => `.${classOf(role)}{${rulesOf(role, dark, '!important')}}`)
  .join('')}.e-by-day{display:none!important}.e-by-night{display:block!important}}</style>`
