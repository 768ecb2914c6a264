import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/glyph.tsx'
import type { Receiver } from './subscription-values.ts'
import type { Reach } from './use-reach.ts'

interface UnreachedProps {
  receivers: readonly Receiver[]
  reach: Reach | undefined
}

/** The receivers who cannot be notified, and why: named people, and members of the lists. */
export function Unreached({ receivers, reach }: UnreachedProps) {
  const { t } = useTranslation()
  if (!reach) return null
  const people = reach.People.filter(({ Id, Reason }) => {
    const isNamed = receivers.some((one) => one.Id === Id)
    return Reason !== null && (isNamed || receivers.some(({ kind }) => kind === 'list'))
  })
  if (people.length === 0) return null
  return (
    <ul className="unreached">
      {people.map(({ Id, FullName: name, Reason }) => (
        <li key={Id}>
          <Glyph level="serious" />
          <span>{t(`subscriptions.editor.unreached.${Reason ?? 'UserInactive'}`, { name })}</span>
        </li>
      ))}
    </ul>
  )
}
