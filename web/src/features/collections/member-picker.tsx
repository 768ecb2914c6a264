import './member-picker.css'
import type { Named } from '@eot/contract/wire'
import { RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Candidate, membersFirst } from './candidate.ts'

export interface MemberWords {
  label: string
  note: string
  search: string
  none: string
}

interface MemberPickerProps {
  words: MemberWords
  /** The first matches of the search. undefined while loading. */
  candidates: readonly Candidate[] | undefined
  /** How many there are in all. */
  total: number
  search: string
  onSearch: (text: string) => void
  /** The members when the form opened. */
  before: readonly Named[]
  members: readonly Named[]
  onChange: (members: Named[]) => void
  error: string | undefined
}

/** Chooses members by search. Differences from the stored members are shown below as chips, which undo them. */
export function MemberPicker(props: MemberPickerProps) {
  const { words, candidates, total, search, onSearch, before, members, onChange, error } = props
  const { t } = useTranslation()
  const id = useId()
  const chosen = new Set(members.map(({ Id }) => Id))
  const shown = candidates && membersFirst(candidates, before, search)
  const free = candidates?.filter((one) => !chosen.has(one.Id) && !one.disabled) ?? []

  function toggle({ Id, Name }: Named) {
    onChange(chosen.has(Id) ? members.filter((one) => one.Id !== Id) : [...members, { Id, Name }])
  }

  return (
    <section className="member-picker" aria-labelledby={id}>
      <h3 id={id}>
        {words.label}
        <span className="note">{words.note}</span>
      </h3>
      <SearchBox
        label={words.search}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        // Enter belongs to the search, not to the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {shown === undefined ? (
        <SkeletonRows rows={4} />
      ) : shown.length === 0 ? (
        <p className="none muted">{words.none}</p>
      ) : (
        <ul className="candidates" onKeyDown={moveFocus}>
          {shown.map((one) => (
            <li key={one.Id}>
              <label>
                <input
                  type="checkbox"
                  className="check"
                  checked={chosen.has(one.Id)}
                  disabled={one.disabled === true && !chosen.has(one.Id)}
                  onChange={() => toggle(one)}
                />
                <span>
                  <b className="truncate">
                    <Marked text={one.Name} search={search} />
                  </b>
                  <small className="truncate">{one.detail}</small>
                </span>
                {one.state}
              </label>
            </li>
          ))}
        </ul>
      )}
      {candidates && total > candidates.length && (
        <p className="hint">{t('collections.narrow', { count: candidates.length })}</p>
      )}
      {candidates && search !== '' && total === candidates.length && free.length > 1 && (
        <button
          type="button"
          className="link-button"
          onClick={() => onChange([...members, ...free.map(({ Id, Name }) => ({ Id, Name }))])}
        >
          {t('collections.selectAll', { count: free.length })}
        </button>
      )}
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <Changes {...props} />
    </section>
  )
}

/** The members that saving will add and remove. */
function Changes({ before, members, onChange }: MemberPickerProps) {
  const { t } = useTranslation()
  const { added, removed } = memberChanges(before, members)
  if (added.length + removed.length === 0) return null
  return (
    <div className="member-changes">
      <h4>{t('collections.changes')}</h4>
      <ul>
        {added.map((one) => (
          <li key={one.Id} className="tag add">
            <span className="truncate">+ {one.Name}</span>
            <button
              type="button"
              aria-label={t('collections.undoAdd', { name: one.Name })}
              onClick={() => onChange(members.filter(({ Id }) => Id !== one.Id))}
            >
              <X className="icon" aria-hidden="true" />
            </button>
          </li>
        ))}
        {removed.map((one) => (
          <li key={one.Id} className="tag rem">
            <s className="truncate">− {one.Name}</s>
            <button
              type="button"
              aria-label={t('collections.undoRemove', { name: one.Name })}
              onClick={() => onChange([...members, one])}
            >
              <RotateCcw className="icon" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function memberChanges(before: readonly Named[], after: readonly Named[]) {
  const without = (list: readonly Named[], others: readonly Named[]) =>
    list.filter(({ Id }) => !others.some((other) => other.Id === Id))
  return { added: without(after, before), removed: without(before, after) }
}

function Marked({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  )
}

/** The arrow keys move between the check boxes. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')]
  const at = boxes.indexOf(event.target as HTMLInputElement) // -1 for anything else
  const next = boxes[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
