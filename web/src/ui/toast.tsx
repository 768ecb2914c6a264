import { Toast } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Long enough to read the message and reconsider. */
const shownMs = 6000

interface ToastData {
  undo?: () => void
  /** When undoing ends, in epoch ms; shown on the button. */
  undoUntil?: number
}

const toasts = Toast.createToastManager<ToastData>()

interface ToastOptions {
  undo?: () => void
  /** How long undoing is offered, in ms. Omitted: for a few seconds. */
  undoForMs?: number
  urgent?: boolean
}

/** Shows a message, with an undo button if `undo` is given, for as long as it is visible. */
export function showToast(text: string, { undo, undoForMs, urgent }: ToastOptions = {}): void {
  toasts.add({
    // Screen readers use the title as the toast's name, but not the description.
    title: text,
    timeout: undoForMs ?? shownMs,
    priority: urgent ? 'high' : 'low',
    data: { ...(undo && { undo }), ...(undoForMs !== undefined && { undoUntil: Date.now() + undoForMs }) },
  })
}

/** Rendered once, around the page. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { t } = useTranslation()
  const { toasts: shown, close } = Toast.useToastManager<ToastData>()
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={['down', 'right']}>
      <Toast.Title render={<span />} />
      {toast.data?.undo && (
        <button
          type="button"
          onClick={() => {
            toast.data?.undo?.()
            close(toast.id)
          }}
        >
          {toast.data.undoUntil === undefined ? t('action.undo') : <TimedUndo until={toast.data.undoUntil} />}
        </button>
      )}
      <Toast.Close>{t('action.dismiss')}</Toast.Close>
    </Toast.Root>
  ))
}

/** How long an action can still be undone. */
function TimedUndo({ until }: { until: number }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return t('action.undoFor', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
