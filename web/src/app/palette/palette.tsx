import './palette.css'
import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { useSession } from '../../session/use-session.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { PaletteItem } from './palette-items.ts'
import { PaletteLine } from './palette-line.tsx'
import { noteRecent } from './recent.ts'
import { type Prefix, prefixes, usePaletteGroups } from './use-palette-groups.ts'

interface PaletteProps {
  typed: string
  onType: (typed: string) => void
  onClose: () => void
}

/** Finds sites, devices, people, pages and actions, and opens them. */
export function Palette({ typed, onType, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const { text, prefix, query, isSearching, groups } = usePaletteGroups(typed)
  const open = useOpen(onClose)
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(chosen, items.length - 1)]

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another line is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])

  function type(next: string) {
    onType(next)
    setChosen(0)
  }

  function limitTo(next: Prefix | undefined) {
    type(`${next ?? ''}${text}`)
    input.current?.focus()
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((Math.min(chosen, items.length - 1) + step + items.length) % Math.max(items.length, 1))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      open(current, event.ctrlKey || event.metaKey)
    }
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="palette" aria-label={t('palette.title')} initialFocus={input}>
          <div className="palette-input">
            <Search className="icon" aria-hidden="true" />
            <input
              ref={input}
              value={typed}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={handleKey}
              placeholder={t('palette.placeholder')}
              role="combobox"
              aria-label={t('palette.title')}
              aria-expanded={items.length > 0}
              aria-controls={id}
              aria-activedescendant={current && `${id}${current.key}`}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
            <button type="button" className="palette-close" onClick={onClose}>
              <span className="vh">{t('action.close')}</span>
              <span aria-hidden="true">
                <kbd>Esc</kbd>
                <X className="icon" />
              </span>
            </button>
          </div>
          <fieldset className="palette-kinds">
            <legend className="vh">{t('palette.limit')}</legend>
            <KindButton text={t('palette.all')} pressed={!prefix} onClick={() => limitTo(undefined)} />
            {(Object.entries(prefixes) as [Prefix, (typeof prefixes)[Prefix]][]).map(([one, kind]) => (
              <KindButton
                key={one}
                text={t(`palette.kind.${kind}`)}
                mark={one}
                pressed={one === prefix}
                onClick={() => limitTo(one)}
              />
            ))}
          </fieldset>
          <div className="palette-list" id={id} ref={list} role="listbox" aria-label={t('palette.title')}>
            {groups.map(({ title, items: ofGroup }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
              <div key={title} role="group" aria-label={title}>
                <div className="palette-group" aria-hidden="true">
                  {title}
                </div>
                {ofGroup.map((item) => (
                  <PaletteLine
                    key={item.key}
                    id={`${id}${item.key}`}
                    item={item}
                    text={text}
                    isChosen={item === current}
                    onChoose={() => setChosen(items.indexOf(item))}
                    onOpen={(inNewTab) => open(item, inNewTab)}
                  />
                ))}
              </div>
            ))}
          </div>
          {items.length === 0 && (
            <p className="palette-none" role="status">
              {query.isError
                ? failureText(query.error)
                : isSearching
                  ? t('list.loading')
                  : text
                    ? t('list.noMatch', { search: text })
                    : t('palette.typeOn')}
            </p>
          )}
          <footer className="palette-foot" aria-hidden="true">
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')}
            </span>
            <span>
              <kbd>Enter</kbd> {t('palette.open')}
            </span>
            <span>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('palette.newTab')}
            </span>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function KindButton(props: { text: string; mark?: string; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={classNames('filter', props.pressed && 'on')}
      aria-pressed={props.pressed}
      onClick={props.onClick}
    >
      {props.text}
      {props.mark && (
        <span aria-hidden="true">
          <kbd>{props.mark}</kbd>
        </span>
      )}
    </button>
  )
}

/** Opens a line of the palette, here or in a new tab, and closes the palette. */
function useOpen(onClose: () => void) {
  const router = useRouter()
  const { user } = useSession()
  return (item: PaletteItem, inNewTab: boolean) => {
    if (item.recent) noteRecent(user.Id, item.recent)
    const place = item.to && { to: item.to.path as '/', search: item.to.search as never } // pages are only known at run time; each parses its own search
    if (place && inNewTab) return void window.open(router.buildLocation(place).href, '_blank', 'noopener')
    onClose()
    if (place) void router.navigate(place)
    else item.run?.()
  }
}
