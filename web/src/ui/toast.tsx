import { Toast } from '@base-ui/react/toast'
import { useTranslation } from 'react-i18next'

/** Long enough to read and to change one's mind. */
const shownMs = 6000

const toasts = Toast.createToastManager<{ undo?: () => void }>()

/** Says what happened; with `undo` for as long as it is shown. */
export function showToast(text: string, options: { undo?: () => void; urgent?: boolean } = {}): void {
  toasts.add({
    // A title is read as the name of the toast, which a description is not.
    title: text,
    timeout: shownMs,
    priority: options.urgent ? 'high' : 'low',
    data: options.undo ? { undo: options.undo } : {},
  })
}

/** Once, around the page. */
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
