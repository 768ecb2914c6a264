import type { Alert } from '@eot/contract/alerts'
import type { Level } from '../ui/glyph.tsx'

const levels = { Critical: 'critical', Serious: 'serious', Caution: 'caution', Info: 'info' } as const

/** The severity as a shape. */
export const levelOf = (severity: Alert['Severity']): Level => levels[severity]

/** Worst first. */
export const severityRank = (severity: Alert['Severity']): number => Object.keys(levels).indexOf(severity)
