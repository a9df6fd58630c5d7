import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMode } from '../../theme/mode.ts'
import type { Palette } from '../../theme/palette.ts'
import { PlainTable } from '../plain-table.tsx'
import './chart.css'

export interface ChartSeries {
  name: string
  /** One for each category. Null: unknown, which is drawn as a gap and never as zero. */
  values: readonly (number | null)[]
  /** For a series whose colour has a meaning: fire, fault, normal … */
  tone?: keyof Palette
}

export interface ChartData {
  /** Over time a line or columns; `stacked` columns for parts of a sum; `rows` for a ranking, the first on top. */
  kind: 'line' | 'columns' | 'stacked' | 'rows'
  categories: readonly string[]
  series: readonly ChartSeries[]
  /** Written behind each number, such as “%”. */
  unit?: string
}

interface ChartProps extends ChartData {
  title: string
  /** Explains how it is counted. */
  note?: ReactNode
  /** What the categories are, for the table: “Day”, “Project”. */
  category: string
  /** A category was clicked, by its position. */
  onChoose?: (index: number) => void
}

const textOf = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? '—' : `${value.toLocaleString()}${unit}`

/** A chart with the same numbers as a table, which is also how it is read without seeing it. */
export const Chart = ({ title, note, category, onChoose, ...data }: ChartProps) => {
  const { t } = useTranslation('kit')
  const [asTable, setAsTable] = useState(false)
  const { categories, series, unit = '' } = data
  const rows = categories.map((_name, id) => ({ id }))
  return (
    <figure className="ew-chart" aria-label={title}>
      <figcaption>
        <h3>{title}</h3>
        <button type="button" className="ew-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t(($) => $.chart.asChart) : t(($) => $.chart.asTable)}
          <span className="ew-visually-hidden"> {title}</span>
        </button>
      </figcaption>
      {categories.length === 0 ? (
        <p className="ew-empty">{t(($) => $.chart.empty)}</p>
      ) : asTable ? (
        <PlainTable
          label={title}
          rows={rows}
          columns={[
            { label: category, render: ({ id }: { id: number }) => categories[id] },
            ...series.map(({ name, values }) => ({
              label: name,
              render: ({ id }: { id: number }) => textOf(values[id], unit),
            })),
          ]}
        />
      ) : (
        <Canvas title={title} data={data} onChoose={onChoose} />
      )}
      {note !== undefined && <small className="ew-muted">{note}</small>}
    </figure>
  )
}

interface CanvasProps {
  title: string
  data: ChartData
  onChoose: ((index: number) => void) | undefined
}

const Canvas = ({ title, data, onChoose }: CanvasProps) => {
  const { t } = useTranslation('kit')
  const dark = useMode((state) => state.dark)
  const box = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<ReturnType<(typeof import('./draw-chart.ts'))['startChart']>>()
  const [failed, setFailed] = useState(false)
  const choose = useEffectEvent((index: number) => onChoose?.(index))

  useEffect(() => {
    let started: typeof drawing
    let current = true
    import('./draw-chart.ts')
      .then(({ startChart }) => {
        if (!current || !box.current) return
        started = startChart(box.current, (index) => choose(index))
        setDrawing(started)
      })
      .catch(() => current && setFailed(true))
    return () => {
      current = false
      started?.dispose()
    }
  }, [])

  const shown = JSON.stringify(data)
  useEffect(() => drawing?.show(JSON.parse(shown) as ChartData, dark), [drawing, shown, dark])

  if (failed) return <p role="alert">{t(($) => $.chart.failed)}</p>
  return (
    <div
      ref={box}
      className="ew-chart-canvas"
      role="img"
      aria-label={title}
      aria-busy={drawing === undefined}
      data-clickable={onChoose !== undefined}
    />
  )
}
