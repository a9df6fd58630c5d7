import { useTranslation } from 'react-i18next'
import { useMapSize } from '../../../kit/map/use-map-size.ts'
import { formatTime } from '../../../kit/time.tsx'
import { scaleOf, shortNumber, type ChartPoint } from './chart-scale.ts'

interface ValueChartProps {
  name: string
  points: readonly ChartPoint[]
  /** A threshold, drawn as a line of its own. */
  limit?: number | undefined
  zone: string
}

const height = 260
const edge = { left: 48, right: 12, top: 12, bottom: 28 }
/** Width of a time label below the chart (px). */
const markWidth = 130

/** A line over time with the range around each point. The same is available as text and in the table below it. */
export const ValueChart = ({ name, points, limit, zone }: ValueChartProps) => {
  const { t } = useTranslation('device')
  const [box, { width }] = useMapSize()
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const scale = scaleOf(points, limit)
  const [from, until] = [Date.parse(first.at), Date.parse(last.at)]
  const x = (at: number): number => {
    const inner = width - edge.left - edge.right
    return until === from ? edge.left + inner / 2 : edge.left + ((at - from) / (until - from)) * inner
  }
  const y = (value: number): number =>
    edge.top + ((scale.most - value) / (scale.most - scale.least)) * (height - edge.top - edge.bottom)
  const along = (of: (point: ChartPoint) => number) => points.map((point) => `${x(Date.parse(point.at))},${y(of(point))}`)
  const band = [...along(({ most }) => most), ...along(({ least }) => least).toReversed()].join(' ')
  const steps = Math.max(1, Math.min(6, Math.floor(width / markWidth)))
  const marks = until === from ? [from] : Array.from({ length: steps + 1 }, (_, i) => from + ((until - from) * i) / steps)
  const isLong = until - from > 86_400_000
  return (
    <div ref={box} className="ew-chart-box">
      <svg
        className="ew-value-chart"
        width={width}
        height={height}
        role="img"
        aria-label={t(($) => $.values.summary, {
          name,
          least: shortNumber(Math.min(...points.map(({ least }) => least))),
          most: shortNumber(Math.max(...points.map(({ most }) => most))),
          last: shortNumber(last.value),
        })}
      >
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text x={edge.left - 6} y={y(tick) + 4} textAnchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
        {marks.map((mark, i) => (
          <text
            key={mark}
            x={x(mark)}
            y={height - 8}
            textAnchor={marks.length === 1 ? 'middle' : i === 0 ? 'start' : i === marks.length - 1 ? 'end' : 'middle'}
          >
            {isLong ? formatTime(mark, zone).slice(5, 16) : formatTime(mark, zone).slice(11, 16)}
          </text>
        ))}
        {points.some(({ least, most }) => most > least) && <polygon className="band" points={band} />}
        <polyline className="line" points={along(({ value }) => value).join(' ')} />
        {points.length < 40 &&
          points.map((point) => <circle key={point.at} className="dot" cx={x(Date.parse(point.at))} cy={y(point.value)} r={3} />)}
        {limit !== undefined && (
          <>
            <line className="limit" x1={edge.left} x2={width - edge.right} y1={y(limit)} y2={y(limit)} />
            <text className="limit-text" x={width - edge.right} y={y(limit) - 5} textAnchor="end">
              {t(($) => $.values.limit, { value: limit })}
            </text>
          </>
        )}
      </svg>
    </div>
  )
}
