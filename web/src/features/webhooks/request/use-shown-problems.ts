import { useState } from 'react'
import type { FieldErrors } from '../../../lib/forms/field-errors.ts'
import { type Problems, requestProblems } from '../rows/problems.ts'
import { type RequestValues, templateOf } from './request-values.ts'

/** The location of a problem: a tab of the editor. The address and the content type are above the tabs. */
export type RequestTab = 'Body' | 'Params' | 'UrlVariables' | 'Headers' | 'Auth' | 'Cookies'
const tabs = ['Body', 'UrlVariables', 'Headers', 'Auth', 'Cookies'] as const

export const tabOf = (path: string): RequestTab | undefined =>
  tabs.find((tab) => path === tab || path.startsWith(`${tab}.`))

/**
 * Decides which problems are shown: those of rows that the user has left, or all after an attempt to save or test. They
 * change with every keystroke.
 */
export function useShownProblems() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  const [tab, setTab] = useState<RequestTab>('Body')

  function ask(problems: Problems) {
    setAsked(true)
    const [first] = problems.keys()
    const wanted = first === undefined ? undefined : tabOf(first)
    if (wanted) setTab(wanted)
  }

  return {
    tab,
    setTab,
    onLeave: (id: string) => setLeft((before) => (before.has(id) ? before : new Set([...before, id]))),
    /** Shows all problems, and the tab with the first one. */
    ask,
    /** For the form, which is not sent while there are problems. */
    check(values: RequestValues): FieldErrors<RequestValues> {
      const problems = requestProblems(templateOf(values))
      ask(problems)
      return Object.fromEntries(problems) as FieldErrors<RequestValues> // keys are fields and paths below them
    },
    /** Filters the problems to show. */
    shownOf(problems: Problems): Problems {
      if (isAsked) return problems
      return new Map(
        [...problems].filter(([path]) => left.has(path.slice(0, path.lastIndexOf('.'))) || left.has(path)),
      )
    },
  }
}

export type ShownProblems = ReturnType<typeof useShownProblems>
