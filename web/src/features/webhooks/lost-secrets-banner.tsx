import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner.tsx'

/** What was lost with the installation's key: `Values` of rows, or the `SigningSecret`. */
type Lost = 'Values' | 'SigningSecret'

/** Says which secrets can no longer be read, and what to do. Renders nothing if there are none. */
export function LostSecretsBanner({ lost }: { lost: readonly Lost[] }) {
  const { t } = useTranslation()
  return lost.map((one) => (
    <Banner key={one} tone="caution" icon={KeyRound}>
      {t(`webhooks.lost.${one}`)}
    </Banner>
  ))
}
