import { qualities } from '@eot/contract/quality'
import { useTranslation } from 'react-i18next'
import { qualityParts } from '../quality/quality-parts.ts'
import type { Room } from './rooms.ts'

const parts = 24

interface RoomStripProps {
  room: Room
  fromMs: number
  toMs: number
  now: number
}

/** The data quality of the last day, by the hour. Empty if it is not known. */
export function RoomStrip({ room, fromMs, toMs, now }: RoomStripProps) {
  const { t } = useTranslation()
  if (!room.quality) return <span className="dq" />
  const strip = qualityParts(room.quality, { fromMs, toMs: Math.min(now, toMs), parts })
  const found = qualities.map((quality) => ({
    quality,
    count: strip.filter((one) => one === quality).length,
  }))
  return (
    <>
      <span className="dq" aria-hidden="true">
        {strip.map((quality, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts are places of the day, which never move
          <i key={part} className={quality} />
        ))}
      </span>
      {found.map(
        ({ quality, count }) =>
          count > 0 && (
            <span key={quality} className="vh">
              {t('quality.hours', { what: t(`quality.${quality}`), count })}
            </span>
          ),
      )}
    </>
  )
}
