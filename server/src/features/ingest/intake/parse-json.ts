/** A bare NaN or infinite number, in the spellings of common libraries, or a text, which may contain one. */
const bareOrText = /"(?:[^"\\]|\\.)*"?|(?<=[[:,\s])[+-]?(?:nan|inf(?:inity)?)(?=[\s,\]}])/gis
/** A number that JSON can express and that is infinite for JavaScript. */
const infinite = '1e999'

/**
 * Parses the JSON of devices. Returns undefined if it is invalid. NaN and infinite numbers, which JSON does not have, but which some
 * libraries write, become infinite, so that only the value of one sensor is refused and not the whole message.
 */
export function parseJson(text: string): unknown {
  const parsed = parse(text)
  if (parsed !== undefined || !/nan|inf/i.test(text)) return parsed
  return parse(text.replace(bareOrText, (found) => (found.startsWith('"') ? found : infinite)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
