import type { RatingBand } from '@eot/contract/rating-standards'
import type { Grade } from '../sensors/bands.ts'

const grades: Record<RatingBand, Grade> = { Excellent: 'excellent', Good: 'good', Fair: 'fair', Poor: 'poor' }
export const gradeOfBand = (band: RatingBand): Grade => grades[band]
