import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Color of the sensor kind a mark shows, used by the style sheets. */
    '--kc'?: string
    /** Color of one of several things that are compared. */
    '--sc'?: string | undefined
    /** Number of tiles in a group. */
    '--tiles'?: number
    '--half'?: number
    /** Heights of the parts of a chart that what is beside it keeps to. */
    '--flags'?: string
    '--lane'?: string
    /** Relative widths of groups side by side. */
    '--row'?: string
  }
}
