import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far below the window a place still counts as near, in px. */
const nearPx = 300
/** The delay lets the content in the window load first. */
const waitMs = 2000

/** Returns a reference for an element, and whether it has ever come near the window. */
export function useNear(): [RefObject<HTMLDivElement | null>, boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${nearPx}px` },
    )
    const timer = setTimeout(() => place.current && observer.observe(place.current), waitMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return [place, isNear]
}
