import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Color of the sensor kind a mark shows, used by the style sheets. */
    '--kc'?: string
    /** Color of one of several compared items. */
    '--sc'?: string | undefined
    /** Number of tiles in a group. */
    '--tiles'?: number
    '--half'?: number
    /** Heights of the parts of a chart, with which adjacent elements align. */
    '--flags'?: string
    '--lane'?: string
    /** Relative widths of groups side by side. */
    '--row'?: string
  }
}
