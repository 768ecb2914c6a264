import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { canReload } from './can-reload.ts'
import { showToast } from './toast.ts'

/** The button has no handlers of its own for these. */
export type OpenerProps = Pick<
  ComponentProps<'button'>,
  'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onFocus' | 'onKeyDown' | 'onPointerEnter'
>

/** How a popup was opened for the first time: by a key, or else by a kind of pointer, such as `touch`. */
export interface Opening {
  key?: 'Enter' | 'ArrowDown' | 'ArrowUp'
  pointer?: string
}

interface Code {
  load(done?: () => void, failed?: () => void): void
}

interface Opener {
  opens: 'menu' | 'dialog'
  /** The code of the open popup, loaded when somebody is about to open it. */
  code: Code
  /** Called once that is loaded. */
  open: (opening: Opening) => void
}

/** Returns a function that returns the button of a popup that has not been opened yet, with the attributes that it has later. */
export function useOpener() {
  const openWhenLoaded = useOpenWhenLoaded()
  return (button: ReactElement<OpenerProps>, { opens, code, open }: Opener): ReactElement<OpenerProps> =>
    cloneElement(button, {
      'aria-haspopup': opens,
      'aria-expanded': false,
      onClick: (event) => openWhenLoaded(code, () => open(openingOf(event))),
      onFocus: () => code.load(),
      onPointerEnter: () => code.load(),
      onKeyDown(event) {
        const { key } = event
        if (opens !== 'menu' || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
        event.preventDefault()
        openWhenLoaded(code, () => open({ key }))
      },
    })
}

function openingOf({ detail, nativeEvent }: MouseEvent): Opening {
  if (detail === 0) return { key: 'Enter' }
  return { pointer: nativeEvent instanceof PointerEvent ? nativeEvent.pointerType : 'mouse' }
}

/** What people do instead of waiting. */
const others = ['pointerdown', 'keydown', 'resize'] as const

/**
 * Returns a function that loads code and then opens something, unless somebody does something else meanwhile. Shows a message if
 * the code cannot be loaded.
 */
export function useOpenWhenLoaded() {
  const { t } = useTranslation()
  return (code: Code, open: () => void): void => {
    let isWanted = true
    const forget = () => {
      isWanted = false
      for (const other of others) removeEventListener(other, forget, true)
    }
    for (const other of others) addEventListener(other, forget, true)
    code.load(
      () => {
        const opens = isWanted
        forget()
        if (opens) open()
      },
      async () => {
        const wasWanted = isWanted
        forget()
        if (!wasWanted) return
        showToast(t('shell.status.newVersion'), { urgent: true, refresh: await canReload() })
      },
    )
  }
}
