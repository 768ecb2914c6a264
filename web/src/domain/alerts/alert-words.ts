import { type Severity, severities } from '@eot/contract/vocabulary'
import type { Level } from '../../ui/glyph.tsx'

const levels = { Critical: 'critical', Serious: 'serious', Caution: 'caution', Info: 'info' } as const

/** Returns the shape for a severity. */
export const levelOf = (severity: Severity): Level => levels[severity]

/** Worst first. */
export const severityRank = (severity: Severity): number => severities.indexOf(severity)
