/** A point of a chart: a mean, and the range around it. */
export interface ChartPoint {
  readonly at: string
  readonly value: number
  readonly least: number
  readonly most: number
}

export interface Scale {
  readonly least: number
  readonly most: number
  /** Values for horizontal grid lines. */
  readonly ticks: readonly number[]
}

const steps = [1, 2, 5, 10] as const
const wantedTicks = 4

/** A scale with round ends that contains all values, and a threshold if it is close. */
export const scaleOf = (points: readonly ChartPoint[], limit?: number): Scale => {
  const values = [...points.flatMap(({ least, most }) => [least, most]), ...(limit === undefined ? [] : [limit])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // A constant value still needs some height.
  const span = high - low || Math.max(Math.abs(high) * 0.1, 1)
  const power = 10 ** Math.floor(Math.log10(span / wantedTicks))
  const step = (steps.find((each) => each * power >= span / wantedTicks) ?? 10) * power
  const least = Math.floor((low - (high === low ? span / 2 : 0)) / step) * step
  const most = Math.ceil((high + (high === low ? span / 2 : 0)) / step) * step
  const count = Math.round((most - least) / step)
  const ticks = Array.from({ length: count + 1 }, (_, i) => Number((least + i * step).toPrecision(12)))
  return { least, most, ticks }
}

/** A number with as few digits as possible. */
export const shortNumber = (value: number): string => String(Math.round(value * 100) / 100)
