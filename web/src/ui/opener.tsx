import { type ComponentProps, cloneElement, type ReactElement } from 'react'

export type OpenerProps = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onFocus' | 'onKeyDown' | 'onPointerEnter'
>

interface Opener {
  opens: 'menu' | 'dialog'
  /** What it needs to be open. Loaded when somebody is about to open it. */
  code: { load(done?: () => void): void }
  /** Called once that is loaded. */
  open: () => void
}

/** Returns the button of a popup that has not been opened yet, with the attributes that it has once it was. */
export function openerOf(
  button: ReactElement<OpenerProps>,
  { opens, code, open }: Opener,
): ReactElement<OpenerProps> {
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: () => code.load(open),
    onFocus: () => code.load(),
    onPointerEnter: () => code.load(),
    onKeyDown(event) {
      if (opens !== 'menu' || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
      event.preventDefault()
      code.load(open)
    },
  })
}
