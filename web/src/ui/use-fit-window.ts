import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps `--drawer-top` of a box at its distance from the top of the window in px. Content above it, such as a
 * message, moves it down until the page is scrolled.
 */
export function useFitWindow(box: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!isActive || !element) return
    const fit = () => {
      element.style.setProperty('--drawer-top', `${element.getBoundingClientRect().top}px`)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element.closest('main') ?? document.body)
    window.addEventListener('scroll', fit, { passive: true })
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', fit)
      window.removeEventListener('resize', fit)
    }
  }, [box, isActive])
}
