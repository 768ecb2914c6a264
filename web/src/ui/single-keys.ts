let areOn = true

/** Turns shortcuts of a single character on or off (WCAG 2.1.4). Keys with Ctrl, arrows, Enter and Esc always work. */
export function setSingleKeys(on: boolean): void {
  areOn = on
}

export const singleKeysAreOn = () => areOn
