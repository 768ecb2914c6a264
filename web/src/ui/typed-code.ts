export const codeLength = 6

/** The digits of what was typed, pasted or autofilled: "123 456" and "Your code: 123456" give the same. */
export function typedCode(text: string): string {
  const whole = /(?<!\d)\d{3}[ -]?\d{3}(?!\d)/.exec(text)?.[0] ?? text
  return whole.replace(/\D/g, '').slice(0, codeLength)
}

interface CodePlace {
  place: number
  digit: string
  /** The box for the next digit, or the last box when all are filled. */
  isNext: boolean
}

export function codePlaces(code: string): CodePlace[] {
  const next = Math.min(code.length, codeLength - 1)
  return Array.from({ length: codeLength }, (_, place) => ({
    place,
    digit: code.charAt(place),
    isNext: place === next,
  }))
}
