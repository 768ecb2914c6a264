import { useEffect, useRef, useState } from 'react'

const shownMs = 2000

interface Outcomes {
  onCopied?: (() => void) | undefined
  /** The browser, or its user, does not allow it. */
  onRefused?: () => void
}

/**
 * Copies a text, and reports it as copied for a moment. `copy` is undefined on pages not served over HTTPS, which
 * have no clipboard access; the text can still be selected.
 */
export function useCopied(text: string, { onCopied, onRefused }: Outcomes = {}) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // The only reason for a text to be refused.
      return onRefused?.()
    }
    setCopied(true)
    onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), shownMs)
  }

  return { copied, copy: 'clipboard' in navigator ? copy : undefined }
}
