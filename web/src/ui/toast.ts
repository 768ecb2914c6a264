export interface ToastOptions {
  undo?: () => void
  /** How long undoing is offered, in ms. Omitted: for a few seconds. */
  undoForMs?: number
  urgent?: boolean
  /** Offers to load the page again. */
  refresh?: boolean
}

export interface ToastRequest extends ToastOptions {
  id: number
  text: string
  /** When undoing ends, in epoch ms; shown on the button. */
  undoUntil?: number
}

/** Shows a toast; undefined until its code is loaded. */
let show: ((toast: ToastRequest) => void) | undefined
/** Starts to load the code of `show`. undefined while no page is shown. */
let load: (() => void) | undefined
let waiting: ToastRequest[] = []
let lastId = 0

/** Shows a message, with an undo button if `undo` is given, for as long as it is visible. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { undoForMs } = options
  const undoUntil = undoForMs === undefined ? {} : { undoUntil: Date.now() + undoForMs }
  lastId += 1
  const toast = { id: lastId, text, ...options, ...undoUntil }
  if (show) show(toast)
  else if (load) {
    waiting.push(toast)
    load()
  }
}

/** Sets the function that loads the code of toasts. With undefined, no toasts can be shown, and waiting ones are dropped. */
export function setToastLoader(loader: (() => void) | undefined): void {
  load = loader
  if (!loader) waiting = []
}

/** Returns the toasts that are waiting, and removes them. */
export const takeWaiting = (): ToastRequest[] => waiting.splice(0)

/** Passes the waiting toasts and all later ones to a function. Returns a function that stops this. */
export function takeToasts(take: (toast: ToastRequest) => void): () => void {
  show = take
  for (const toast of takeWaiting()) take(toast)
  return () => {
    show = undefined
  }
}
