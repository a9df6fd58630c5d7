import type { Palette } from '../../theme/palette.ts'
import './sparkline.css'

interface SparklineProps {
  /** What it shows, in one sentence: it has neither axes nor numbers. */
  label: string
  /** Null: unknown, which is a gap. Undefined: not read yet, and the room is kept. */
  values: readonly (number | null)[] | undefined
  /** Counts are columns from zero; a share is a line between its extremes. */
  kind: 'columns' | 'line'
  tone?: keyof Palette
}

const [width, height] = [120, 32]

const columns = (values: readonly (number | null)[]) => {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / values.length
  return values.map((value, index) => {
    const size = value === null ? 0 : Math.max(value > 0 ? 2 : 0.75, ((height - 1) * value) / most)
    return <rect key={index} x={index * step} y={height - size} width={step * 0.72} height={size} />
  })
}

const line = (values: readonly (number | null)[]): string => {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const y = (value: number): number => (most === least ? height / 3 : 2 + ((height - 4) * (most - value)) / (most - least))
  const x = (index: number): number => (values.length === 1 ? width : (index * width) / (values.length - 1))
  return values
    .map((value, index) => {
      if (value === null) return ''
      return `${index > 0 && values[index - 1] !== null ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}

/** The course of a figure, as small as a word. */
export const Sparkline = ({ label, values, kind, tone = 'accent' }: SparklineProps) => {
  const isKnown = values?.some((value) => value !== null) === true
  return (
    <svg
      className="ew-sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ color: `var(--ew-${tone})` }}
      {...(isKnown ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {isKnown && (kind === 'columns' ? columns(values) : <path d={line(values)} />)}
    </svg>
  )
}

interface Share {
  readonly name: string
  readonly count: number
  readonly tone: keyof Palette
}

/** What a number is made up of, as one bar. The numbers themselves are beside it. */
export const ShareBar = ({ parts }: { parts: readonly Share[] }) => (
  <span className="ew-share-bar" aria-hidden>
    {parts
      .filter(({ count }) => count > 0)
      .map(({ name, count, tone }) => (
        <span
          key={name}
          title={`${name} ${count.toLocaleString()}`}
          style={{ flexGrow: count, background: `var(--ew-${tone})` }}
        />
      ))}
  </span>
)
