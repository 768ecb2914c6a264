import { type ComponentProps, cloneElement, type ReactElement } from 'react'

export type OpenerProps = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onFocus' | 'onKeyDown' | 'onPointerEnter'
>

interface Opener {
  opens: 'menu' | 'dialog'
  open: () => void
  /** Called when somebody is about to open it. */
  prepare: () => Promise<unknown>
}

/** Returns the button of a popup that has not been opened yet, with the attributes that it has once it was. */
export function openerOf(button: ReactElement<OpenerProps>, { opens, open, prepare }: Opener): ReactElement {
  // If this fails, so does opening, which says so.
  const prepareSilently = () => void prepare().catch(() => undefined)
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: open,
    onFocus: prepareSilently,
    onPointerEnter: prepareSilently,
    onKeyDown(event) {
      if (opens !== 'menu' || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
      event.preventDefault()
      open()
    },
  })
}
