import './shortcuts.css'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { goKeys } from './go-keys.ts'
import { usePageItems } from './use-commands.ts'
import { useOpensRoute } from './use-opens-route.ts'

type Shortcut = readonly [text: string, ...keys: string[]]

/** The keyboard shortcuts available on every page, and those of lists and charts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const opens = useOpensRoute()
  const pages = usePageItems()
  const nameOf = (path: string) => pages.find(({ key }) => key === path)?.name ?? path
  const go = Object.entries(goKeys)
    .filter(([, path]) => opens(path))
    .map(([letter, path]): Shortcut => [nameOf(path), 'G', letter.toUpperCase()])
  const groups: [title: string, shortcuts: Shortcut[]][] = [
    [
      t('shortcuts.anywhere'),
      [
        [t('shortcuts.search'), 'Ctrl', 'K'],
        [t('shortcuts.searchToo'), '/'],
        [t('shortcuts.this'), '?'],
        [t('shortcuts.close'), 'Esc'],
      ],
    ],
    [t('shortcuts.goTo'), go],
  ]
  if (document.querySelector('#main [data-row]'))
    groups.push([
      t('shortcuts.inList'),
      [
        [t('shortcuts.nextRow'), 'J', 'K'],
        [t('shortcuts.openRow'), 'Enter'],
        ...(document.querySelector('#main .sel-col') ? [[t('shortcuts.selectRow'), 'X'] as const] : []),
        [t('shortcuts.find'), 'F'],
      ],
    ])
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('shortcuts.title')}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <div className="shortcuts">
        {groups.map(([title, shortcuts]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([text, ...keys]) => (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="faint">{t('shortcuts.note')}</p>
    </Dialog>
  )
}
