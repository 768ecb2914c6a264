import type { ReactNode } from 'react'

/** Controls in a row that opens a record when it is clicked: clicks in them and in their dialogs do not open it. */
export function RowControls({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls in it are what is used
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on them is a click too
    <span className="row nowrap" onClick={(event) => event.stopPropagation()}>
      {children}
    </span>
  )
}
