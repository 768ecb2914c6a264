import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from './load-once.ts'
import { setToastLoader, type ToastRequest, takeWaiting } from './toast.ts'

const code = loadOnce(() => import('./toast-view.tsx'))

interface ToastsProps {
  /** Whether to load what shows toasts before there is one, so that screen readers already know the place. */
  isReady: boolean
}

/** Rendered once, after the page. */
export function Toasts({ isReady }: ToastsProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [plain, setPlain] = useState<ToastRequest[]>([])
  const load = useEffectEvent(() =>
    code.load(
      () => setLoaded(true),
      () => setPlain((before) => [...before, ...takeWaiting()]),
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
      {plain.length > 0 && (
        <PlainToasts
          toasts={plain}
          onDismiss={(toast) => setPlain((before) => before.filter((one) => one !== toast))}
        />
      )}
    </>
  )
}

interface PlainToastsProps {
  toasts: readonly ToastRequest[]
  onDismiss: (toast: ToastRequest) => void
}

/**
 * Messages while what shows them cannot be loaded. Most of them say that something else failed for the same reason. They stay
 * until they are dismissed.
 */
function PlainToasts({ toasts, onDismiss }: PlainToastsProps) {
  const { t } = useTranslation()
  return (
    <div className="toasts">
      {toasts.map((toast) => (
        <div className="toast" role="alert" key={toast.text}>
          <span>{toast.text}</span>
          <button type="button" onClick={() => onDismiss(toast)}>
            {t('action.dismiss')}
          </button>
        </div>
      ))}
    </div>
  )
}
