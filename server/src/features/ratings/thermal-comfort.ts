export interface Room {
  /** Temperature of the air and of the surrounding surfaces, °C. */
  air: number
  radiant: number
  /** Air speed, m/s. */
  speed: number
  /** Relative humidity, %. */
  humidity: number
  /** Metabolic rate, met. */
  met: number
  /** Insulation of the clothing, clo. */
  clo: number
}

/** Returns the predicted mean vote of ISO 7730 (Fanger), from −3 cold to +3 hot. */
export function predictedMeanVote({ air, radiant, speed, humidity, met, clo }: Room): number {
  const vapor = humidity * 10 * Math.exp(16.6536 - 4030.183 / (air + 235))
  const insulation = 0.155 * clo
  const heat = met * 58.15
  const area = insulation <= 0.078 ? 1 + 1.29 * insulation : 1.05 + 0.645 * insulation
  const clothes = clothesTemperature({ air, radiant, speed, heat, insulation, area })
  const convection = Math.max(forced(speed), 2.38 * Math.abs(clothes - air) ** 0.25)
  const skin = 3.05 * 0.001 * (5733 - 6.99 * heat - vapor)
  const sweat = heat > 58.15 ? 0.42 * (heat - 58.15) : 0
  const breath = 1.7 * 0.00001 * heat * (5867 - vapor) + 0.0014 * heat * (34 - air)
  const radiation = 3.96 * area * (((clothes + 273) / 100) ** 4 - ((radiant + 273) / 100) ** 4)
  const loss = skin + sweat + breath + radiation + area * convection * (clothes - air)
  return (0.303 * Math.exp(-0.036 * heat) + 0.028) * (heat - loss)
}

const forced = (speed: number) => 12.1 * Math.sqrt(speed)

/**
 * Returns the temperature of the surface of the clothing, °C, at which the heat that reaches it equals the heat that leaves it.
 */
function clothesTemperature(given: {
  air: number
  radiant: number
  speed: number
  heat: number
  insulation: number
  area: number
}): number {
  const { air, radiant, speed, heat, insulation, area } = given
  const balance = (clothes: number) => {
    const convection = Math.max(forced(speed), 2.38 * Math.abs(clothes - air) ** 0.25)
    const radiation = 3.96e-8 * area * ((clothes + 273) ** 4 - (radiant + 273) ** 4)
    return 35.7 - 0.028 * heat - insulation * (radiation + area * convection * (clothes - air)) - clothes
  }
  // The balance decreases with the temperature, so bisection always converges; the iteration of the standard does not.
  let [low, high] = [-150, 250]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (balance(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Returns the predicted percentage of people dissatisfied, from 5 to 100. */
export const predictedDissatisfied = (vote: number): number =>
  100 - 95 * Math.exp(-0.03353 * vote ** 4 - 0.2179 * vote ** 2)

export type Season = 'Summer' | 'Winter'
/** Clothing of light summer and of indoor winter, clo. */
export const clothing: Record<Season, number> = { Summer: 0.5, Winter: 1 }

/** Returns the percentage dissatisfied in a room with people seated at work, whose surfaces are as warm as its air. */
export function dissatisfiedAt(temperature: number, humidity: number | null, season: Season): number {
  const room = { air: temperature, radiant: temperature, speed: 0.1, humidity: humidity ?? 50, met: 1.2 }
  return predictedDissatisfied(predictedMeanVote({ ...room, clo: clothing[season] }))
}
