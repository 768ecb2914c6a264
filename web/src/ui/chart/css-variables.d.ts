import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Colour of the sensor kind a mark shows, read by the style sheets. */
    '--kc'?: string
    /** How many tiles a group has. */
    '--tiles'?: number
    '--half'?: number
    /** Widths of groups beside each other. */
    '--row'?: string
  }
}
