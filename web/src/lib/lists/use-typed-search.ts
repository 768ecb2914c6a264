import { useEffect, useEffectEvent, useState } from 'react'

const restMs = 300

/** Text of a search box: shown at once, handed on when the typing rests. Follows `value` when it changes elsewhere. */
export function useTypedSearch(
  value: string,
  onRest: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  const rest = useEffectEvent(onRest)
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => rest(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}
