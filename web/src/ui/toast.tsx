import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../lib/load-once.ts'

export interface ToastOptions {
  undo?: () => void
  /** How long undoing is offered, in ms. Omitted: for a few seconds. */
  undoForMs?: number
  urgent?: boolean
}

export interface ToastRequest extends ToastOptions {
  text: string
  /** When undoing ends, in epoch ms; shown on the button. */
  undoUntil?: number
}

/** What shows toasts, once it is loaded. */
let show: ((toast: ToastRequest) => void) | undefined
/** Loads it; undefined where no toasts are shown. */
let load: (() => void) | undefined
let waiting: ToastRequest[] = []

/** Shows a message, with an undo button if `undo` is given, for as long as it is visible. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { undoForMs } = options
  const toast = { text, ...options, ...(undoForMs !== undefined && { undoUntil: Date.now() + undoForMs }) }
  if (show) show(toast)
  else if (load) {
    waiting.push(toast)
    load()
  }
}

/** Passes all toasts to a function, with those that have been waiting for it. Returns a function that ends this. */
export function takeToasts(take: (toast: ToastRequest) => void): () => void {
  show = take
  for (const toast of waiting.splice(0)) take(toast)
  return () => {
    show = undefined
  }
}

const code = loadOnce(() => import('./toast-view.tsx'))

interface ToastsProps {
  /** Whether to load what shows toasts before there is one, so that screen readers already know the place. */
  isReady: boolean
}

/** Rendered once, after the page. */
export function Toasts({ isReady }: ToastsProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [plain, setPlain] = useState<ToastRequest[]>([])
  useEffect(() => {
    load = () =>
      code.load(
        () => setLoaded(true),
        () => setPlain((before) => [...before, ...waiting.splice(0)]),
      )
    return () => {
      load = undefined
      waiting = []
    }
  }, [])
  useEffect(() => {
    if (isReady) load?.()
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

/** Messages for which nothing else could be loaded: mostly that something failed for the same reason. They stay until dismissed. */
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
