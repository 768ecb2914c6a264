import { type ComfortKey, type LimitTable, oneHour } from './standards.ts'

/** The limits of comfort. For the temperature they are those of the predicted percentage of dissatisfied (PPD). */
export const comfortLimits: Record<ComfortKey, LimitTable> = {
  temperature: {
    unit: '% PPD',
    averaging: oneHour,
    points: [
      [5, 0],
      [6, 10],
      [10, 20],
      [15, 40],
      [100, 100],
    ],
    source:
      'ISO 7730: categories A, B and C below 6, 10 and 15 % dissatisfied; nobody ever pleases more than 95 %',
  },
  humidity: {
    unit: '%RH',
    averaging: oneHour,
    points: [
      [20, 40],
      [25, 20],
      [30, 10],
      [40, 0],
      [50, 10],
      [60, 20],
      [70, 40],
    ],
    source: 'EN 16798-1: categories I 30–50, II 25–60 and III 20–70 %RH',
  },
  noise: {
    unit: 'dB(A)',
    averaging: oneHour,
    points: [
      [30, 0],
      [35, 10],
      [50, 20],
      [55, 40],
      [70, 100],
    ],
    source:
      'WHO 1999: 35 dB(A) in classrooms, 50 moderate and 55 serious annoyance, 70 for hearing; compared with the floor',
  },
  light: {
    unit: 'lx',
    averaging: oneHour,
    points: [
      [51, 20],
      [201, 10],
      [500, 0],
    ],
    source:
      'Kaiterra: dim from 51, good from 201 lx; EN 12464-1: 500 lx for offices. Below 51 lx nobody works: not counted',
  },
}
/** A room with less light, in lx, is dark intentionally. */
export const darkBelow = 51
