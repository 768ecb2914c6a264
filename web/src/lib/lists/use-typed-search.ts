import { useEffect, useEffectEvent, useState } from 'react'

const restMs = 300

/** The text of a search box: shown at once, passed on when typing pauses. Follows `value` when it changes elsewhere. */
export function useTypedSearch(
  value: string,
  onRest: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [passedOn, setPassedOn] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // What comes back as it was passed on says nothing new, and the user may have typed more since.
    if (value !== passedOn) {
      setPassedOn(value)
      setTyped(value)
    }
  }
  const rest = useEffectEvent((text: string) => {
    setPassedOn(text)
    onRest(text)
  })
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => rest(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped]
}
