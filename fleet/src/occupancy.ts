import { isWorkday } from './outdoors.ts'
import { type RoomType, roomTypes } from './room-types.ts'
import { bell, unit } from './seeded-noise.ts'
import type { LocalTime } from './site-clock.ts'

/** Start times of the lessons, in hours of the day. Each lasts 50 minutes; the gap at noon is lunch. */
const lessonStarts = [8, 9, 10.25, 11.25, 13, 14, 15] as const
const lessonHours = 5 / 6

/** State of the timetable at one instant. */
interface Lesson {
  /** Index of the current or last lesson; -1 before the first. */
  readonly number: number
  /** Share of the class that is present, 0–1. Arriving and leaving take 3 minutes. */
  readonly gathered: number
  /** Hours since the last lesson ended; 0 during a lesson. */
  readonly sinceEnd: number
}

function lessonAt(hour: number): Lesson {
  let number = -1
  for (const start of lessonStarts) {
    if (hour < start - 0.05) break
    number++
  }
  const start = lessonStarts[number]
  if (start === undefined) return { number, gathered: 0, sinceEnd: 0 }
  const end = start + lessonHours
  return { number, gathered: within(hour, start, end), sinceEnd: Math.max(0, hour - end) }
}

/** 1 from `start` to `end`, with a 3-minute slope on either side. */
function within(hour: number, start: number, end: number): number {
  const slope = 0.05
  return Math.max(0, Math.min(1, (hour - start + slope) / slope, (end + slope - hour) / slope))
}

/** Number of people in the room; may be fractional while they arrive or leave. */
export function headcount(type: RoomType, local: LocalTime, seed: number): number {
  const { hour, day } = local
  const capacity = roomTypes[type].capacity
  if (!isWorkday(local)) return weekendVisitors(type, local, seed)
  const lesson = lessonAt(hour)
  const chance = (salt: number, n: number) => unit(seed, salt, day * 100 + n)
  const quarter = Math.floor(hour * 4)
  switch (type) {
    case 'classroom': {
      const used = chance(11, lesson.number) < 0.85
      return used ? lesson.gathered * Math.round(capacity * (0.78 + 0.22 * chance(12, lesson.number))) : 0
    }
    case 'gym': {
      const used = chance(11, lesson.number) < 0.75
      const club = 14 * within(hour, 16.25, 17.75) * (chance(13, 0) < 0.6 ? 1 : 0)
      return (
        (used ? lesson.gathered * Math.round(capacity * (0.7 + 0.3 * chance(12, lesson.number))) : 0) + club
      )
    }
    case 'corridor': {
      const open = within(hour, 7.6, 16.2)
      const passing = open * (1 - lesson.gathered)
      return (
        passing * capacity * (0.4 + 0.6 * chance(14, quarter)) + open * 2 * chance(15, Math.floor(hour * 20))
      )
    }
    case 'restroom': {
      const open = within(hour, 7.5, 17)
      const queue = open * (1 - lesson.gathered) * capacity * (0.3 + 0.7 * chance(14, quarter))
      return Math.round(queue + (chance(15, Math.floor(hour * 15)) < 0.3 * open ? 1 : 0))
    }
    case 'cafeteria':
      return (
        capacity *
        (0.2 * within(hour, 7.25, 7.9) +
          0.85 * within(hour, 11.7, 13) * (0.85 + 0.15 * chance(14, quarter)) +
          0.06 * within(hour, 8, 16) * chance(14, quarter))
      )
    case 'office': {
      const lunch = within(hour, 12.2, 12.9)
      return Math.round(
        within(hour, 7.7, 16.9) * (1 - 0.7 * lunch) * capacity * (0.5 + 0.5 * chance(14, quarter)),
      )
    }
    case 'library':
      return within(hour, 8, 16.9) * capacity * (0.25 + 0.6 * chance(14, quarter))
    case 'depot':
      return Math.round(
        capacity * (within(hour, 6, 8.5) + within(hour, 14.2, 16.7)) * (0.5 + 0.5 * chance(14, quarter)) +
          within(hour, 8.5, 14.2) * chance(15, quarter),
      )
  }
}

/** On Saturday mornings a club uses the gym, corridor and restroom; otherwise the school is closed on weekends. */
function weekendVisitors(type: RoomType, local: LocalTime, seed: number): number {
  if (local.weekday !== 6) return 0
  const club = within(local.hour, 9.5, 11.5) * (unit(seed, 13, local.day) < 0.5 ? 1 : 0)
  if (type === 'gym') return 12 * club
  return type === 'corridor' || type === 'restroom' ? club : 0
}

/** Whether heating and ventilation run at occupied settings. */
export function isOpen(local: LocalTime): boolean {
  return isWorkday(local) && local.hour >= 5.5 && local.hour < 17.5
}

/** Whether students are present, and with them the incidents they cause. */
export function isSchoolHour(local: LocalTime): boolean {
  return isWorkday(local) && local.hour >= 7.5 && local.hour < 16.5
}

/** Water vapor from showers after a gym lesson, g/m³ per hour. */
export function showerSteam(type: RoomType, local: LocalTime): number {
  if (!roomTypes[type].showers || !isWorkday(local)) return 0
  const { sinceEnd } = lessonAt(local.hour)
  return sinceEnd > 0.03 && sinceEnd < 0.17 && local.hour < 16 ? 14 : 0
}

/** Activity of engines in the bus depot as buses leave and return, 0–1. */
export function enginesRunning(type: RoomType, local: LocalTime): number {
  if (!roomTypes[type].engines || !isWorkday(local)) return 0
  return within(local.hour, 6.6, 7.1) + within(local.hour, 15.4, 15.8)
}

/** Solvents from evening cleaning, ppb of TVOC per hour. */
export function cleaning(local: LocalTime, seed: number): number {
  if (!isWorkday(local)) return 0
  const start = 16.8 + unit(seed, 16, local.day) * 0.8
  return within(local.hour, start, start + 0.25) * (550 + 120 * bell(seed, 17, local.day))
}
