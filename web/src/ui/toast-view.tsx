import { Toast } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ToastRequest, takeToasts } from './toast.ts'
import { ToastRefresh } from './toast-refresh.tsx'

/** Long enough to read the message and reconsider. */
const shownMs = 6000

type ToastData = Pick<ToastRequest, 'undo' | 'undoUntil' | 'refresh'>

const toasts = Toast.createToastManager<ToastData>()

const add = ({ text, urgent, undo, undoUntil, refresh = false }: ToastRequest) =>
  void toasts.add({
    // Screen readers use the title as the toast's name, but not the description.
    title: text,
    timeout: undoUntil === undefined ? shownMs : Math.max(0, undoUntil - Date.now()),
    priority: urgent ? 'high' : 'low',
    data: { ...(undo && { undo }), ...(undoUntil !== undefined && { undoUntil }), refresh },
  })

export function ToastView() {
  // Runs after the effect by which the provider listens to the manager.
  useEffect(() => takeToasts(add), [])
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
      {toast.data?.refresh && <ToastRefresh />}
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
