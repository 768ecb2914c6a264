import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { loadOnce } from './load-once.ts'
import { setToastLoader, type ToastRequest, takeWaiting } from './toast.ts'
import { ToastRefresh } from './toast-refresh.tsx'

const code = loadOnce(() => import('./toast-view.tsx'))

const most = 3

interface ToastsProps {
  /** Whether to load the code of toasts before there is one, so that screen readers know the region before its first message. */
  isReady: boolean
}

/** Rendered once, after the page. */
export function Toasts({ isReady }: ToastsProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [plain, setPlain] = useState<ToastRequest[]>([])
  const load = useEffectEvent(() =>
    code.load(
      () => setLoaded(true),
      () => {
        const missed = takeWaiting()
        setPlain((before) => [...before, ...missed].slice(-most))
      },
    ),
  )
  useEffect(() => {
    setToastLoader(() => load())
    return () => setToastLoader(undefined)
  }, [])
  useEffect(() => {
    if (isReady) load()
  }, [isReady])
  const View = isLoaded && code.loaded?.ToastView
  return (
    <>
      {View && <View />}
      <PlainToasts
        toasts={plain}
        onDismiss={({ id }) => setPlain((before) => before.filter((one) => one.id !== id))}
      />
    </>
  )
}

interface PlainToastsProps {
  toasts: readonly ToastRequest[]
  onDismiss: (toast: ToastRequest) => void
}

/**
 * Shows messages if the code of toasts cannot be loaded, mostly because the network is down. They usually report that something
 * else failed for that reason, so they stay until they are dismissed.
 */
function PlainToasts({ toasts, onDismiss }: PlainToastsProps) {
  const { t } = useTranslation()
  // In the body and a live region, so that a dialog does not hide it.
  return createPortal(
    <div className="toasts plain" aria-live="assertive">
      {toasts.map((toast) => (
        <div className="toast" role="alert" key={toast.id}>
          <span>{toast.text}</span>
          {toast.undo && (
            <button
              type="button"
              onClick={() => {
                toast.undo?.()
                onDismiss(toast)
              }}
            >
              {t('action.undo')}
            </button>
          )}
          {toast.refresh && <ToastRefresh />}
          <button type="button" onClick={() => onDismiss(toast)}>
            {t('action.dismiss')}
          </button>
        </div>
      ))}
    </div>,
    document.body,
  )
}
