import './quality.css'
import type { Quality } from '@eot/contract/quality'
import { useTranslation } from 'react-i18next'

/** How a quality is drawn, with its name. */
export function QualityKey({ quality }: { quality: Quality | 'Good' }) {
  const { t } = useTranslation()
  return (
    <span className="quality-key">
      <span className="dq" aria-hidden="true">
        <i className={quality} />
        <i className={quality} />
        <i className={quality} />
      </span>
      {t(`quality.${quality}`)}
    </span>
  )
}
