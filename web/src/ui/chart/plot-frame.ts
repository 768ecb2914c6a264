import { svgPoint } from './svg-point.ts'

/** The plot rectangle, and the times and values of its edges. */
export interface PlotFrame {
  left: number
  top: number
  /** Inner size in CSS pixels. */
  width: number
  height: number
  fromMs: number
  toMs: number
  min: number
  max: number
}

interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}

export function plotFrame(
  size: { width: number; height: number },
  margins: Margins,
  time: { fromMs: number; toMs: number },
  value: { min: number; max: number },
): PlotFrame {
  return {
    left: margins.left,
    top: margins.top,
    width: Math.max(1, size.width - margins.left - margins.right),
    height: Math.max(1, size.height - margins.top - margins.bottom),
    fromMs: time.fromMs,
    toMs: time.toMs,
    min: value.min,
    max: value.max,
  }
}

export const xOf = (frame: PlotFrame, ms: number): number =>
  frame.left + ((ms - frame.fromMs) / Math.max(1, frame.toMs - frame.fromMs)) * frame.width

export const msAt = (frame: PlotFrame, x: number): number =>
  frame.fromMs + ((x - frame.left) / frame.width) * (frame.toMs - frame.fromMs)

/** Values outside the frame are drawn at the nearest edge. */
export function yOf(frame: PlotFrame, value: number): number {
  const kept = Math.min(frame.max, Math.max(frame.min, value))
  return frame.top + (1 - (kept - frame.min) / (frame.max - frame.min || 1)) * frame.height
}

/** Formats the position of a value for an SVG path. */
export const pointIn = (frame: PlotFrame, ms: number, value: number): string =>
  svgPoint(xOf(frame, ms), yOf(frame, value))
