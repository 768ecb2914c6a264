import { Toast } from '@base-ui/react/toast'
import { useTranslation } from 'react-i18next'

/** Long enough to read the message and reconsider. */
const shownMs = 6000

const toasts = Toast.createToastManager<{ undo?: () => void }>()

/** Shows a message, with an undo button if `undo` is given, for as long as it is visible. */
export function showToast(text: string, options: { undo?: () => void; urgent?: boolean } = {}): void {
  toasts.add({
    // Screen readers use the title as the toast's name, but not the description.
    title: text,
    timeout: shownMs,
    priority: options.urgent ? 'high' : 'low',
    data: options.undo ? { undo: options.undo } : {},
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
  const { toasts: shown, close } = Toast.useToastManager<{ undo?: () => void }>()
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
          {t('action.undo')}
        </button>
      )}
      <Toast.Close>{t('action.dismiss')}</Toast.Close>
    </Toast.Root>
  ))
}
