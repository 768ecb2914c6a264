export { dayIntervals, isWithinWindow, type WeeklyWindow } from './weekly-window.ts'
