import type { Alert } from '@eot/contract/alerts'
import type { EffectiveRule } from '@eot/contract/rules'
import { type Category, severities } from '@eot/contract/vocabulary'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { longestGapMs } from '../../domain/sensors/longest-gap.ts'
import { elapsedText } from '../../lib/time/time.ts'
import type { Measurement } from '../../lib/units.ts'
import type { Sample } from '../../ui/chart/sparkline.tsx'
import type { Level } from '../../ui/glyph.tsx'
import { ScaleNote } from './scale-note.tsx'
import { nominalLimits, sensorLimits, shareOfLevel } from './sensor-limit.ts'
import { mostLines, sensorOrder } from './sensor-order.ts'
import { SensorTile } from './sensor-tile.tsx'
import { TileGroup } from './tile-group.tsx'

export interface TileBoardProps {
  kinds: readonly string[]
  samples: ReadonlyMap<string, readonly Sample[]>
  /** The newest values the server knows, for sensors without a reading in the last hour. */
  latest: Readonly<Record<string, number>>
  latestMs: number | null
  /** The sensors among them that have been silent for long while others of the device reported. */
  silent: readonly string[] | undefined
  rules: readonly EffectiveRule[]
  openAlerts: readonly Alert[]
  lines: readonly string[]
  onToggle: (kind: string) => void
  presentMs: number
  intervalMs: number
  measurement: Measurement
  timeZone: string
}

/** The number of tiles that fit into one row without becoming too narrow. */
const rowOfTiles = 9

/** All sensors of a device by category. Categories share a row where they fit. */
export function TileBoard(props: TileBoardProps) {
  const groups = sensorOrder
    .map(([category, order]) => ({ category, kinds: order.filter((kind) => props.kinds.includes(kind)) }))
    .filter(({ kinds }) => kinds.length > 0)
  const few = groups.reduce((sum, { kinds }) => sum + kinds.length, 0) <= rowOfTiles
  const rows = few ? [groups] : [groups.slice(0, 1), groups.slice(1)]
  return (
    <>
      {rows.map((row) => (
        <div
          key={row[0]?.category}
          className="cat-row"
          style={{ '--row': row.map(({ kinds }) => `${kinds.length}fr`).join(' ') }}
        >
          {row.map((group) => (
            <Group key={group.category} {...props} {...group} />
          ))}
        </div>
      ))}
      <ScaleNote kinds={groups.flatMap(({ kinds }) => kinds)} />
    </>
  )
}

function Group(props: TileBoardProps & { category: Category; kinds: readonly string[] }) {
  const { category, kinds, samples, latest, openAlerts, presentMs, intervalMs } = props
  const open = openAlerts.filter(({ Sensor }) => Sensor !== null && kinds.includes(Sensor))
  const gravest = severities.find((severity) => open.some(({ Severity }) => Severity === severity))
  const current = useMemo(() => {
    const values: Record<string, number> = {}
    for (const kind of kinds) {
      const last = samples.get(kind)?.at(-1)
      if (last && presentMs - last[0] <= longestGapMs(intervalMs)) values[kind] = last[1]
    }
    return values
  }, [kinds, samples, presentMs, intervalMs])
  return (
    <TileGroup
      category={category}
      kinds={kinds}
      values={current}
      measurement={props.measurement}
      openAlerts={open.length}
      gravest={gravest?.toLowerCase() as Level | undefined} // severities are levels in lower case
    >
      {kinds.map((kind) => (
        <Tile key={kind} {...props} kind={kind} value={samples.get(kind)?.at(-1)?.[1] ?? latest[kind]} />
      ))}
    </TileGroup>
  )
}

const noSamples: readonly Sample[] = []

function Tile(props: TileBoardProps & { kind: string; value: number | undefined }) {
  const { kind, value, samples, latestMs, rules, openAlerts, lines, presentMs, intervalMs } = props
  const { t } = useTranslation()
  const own = samples.get(kind) ?? noSamples
  const lastMs = own.at(-1)?.[0] ?? latestMs
  const ageMs = lastMs === null ? 0 : presentMs - lastMs
  const isGone = own.length === 0 && props.silent?.includes(kind)
  const silent = value !== undefined && (isGone || ageMs > longestGapMs(intervalMs))
  const late = value !== undefined && !silent && ageMs > 1.5 * intervalMs + 1000
  const limits = useMemo(() => sensorLimits(rules, kind), [rules, kind])
  const drawable = useMemo(() => shareOfLevel(nominalLimits(rules, kind)) !== undefined, [rules, kind])
  const noRoom = lines.length >= mostLines
  return (
    <SensorTile
      kind={kind}
      value={value}
      samples={own}
      toMs={own.at(-1)?.[0] ?? presentMs}
      limits={limits}
      alert={openAlerts.find((alert) => alert.Sensor === kind)}
      silentText={
        isGone
          ? t('sensors.notSent')
          : silent
            ? t('sensors.noDataFor', { duration: roughly(ageMs) })
            : undefined
      }
      ageText={late ? roughly(ageMs) : undefined}
      onChart={lines.includes(kind)}
      refusal={!drawable ? t('sensors.noLevel') : noRoom ? t('sensors.stream.full') : undefined}
      longestGapMs={longestGapMs(intervalMs)}
      measurement={props.measurement}
      timeZone={props.timeZone}
      onToggle={props.onToggle}
    />
  )
}

/** In minutes above one minute: otherwise seconds would count up in seventeen tiles at once. */
const roughly = (ms: number) => elapsedText(ms < 60_000 ? ms / 1000 : Math.floor(ms / 60_000) * 60)
