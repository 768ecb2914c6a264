import { useEffect, useRef, useState } from 'react'

const shownMs = 2000

/**
 * Copies a text, and reports it as copied for a moment. `copy` is undefined on pages not served over HTTPS, which
 * have no clipboard access; the text can still be selected.
 */
export function useCopied(text: string, onCopied?: () => void) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    onCopied?.()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), shownMs)
  }

  return { copied, copy: 'clipboard' in navigator ? copy : undefined }
}
