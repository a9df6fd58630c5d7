import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { backoffMs } from '../../live/backoff.ts'
import { useDark } from '../../theme/always-dark.ts'
import { PlainTable } from '../plain-table.tsx'
import type { ChartData, startChart as start } from './draw-chart.ts'
import './chart.css'

export type { ChartData, ChartSeries } from './draw-chart.ts'

interface ChartProps extends ChartData {
  title: string
  /** Explains how it is counted. */
  note?: ReactNode
  /** What the categories are, for the table: “Day”, “Project”. */
  category: string
  /** A category was clicked, by its position. */
  onChoose?: (index: number) => void
  /** The address of what a number counts, by category and series: for its point, and for its cell of the table. */
  hrefOf?: (index: number, series: number) => string | undefined
}

const textOf = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? '—' : `${value.toLocaleString()}${unit}`

/** A chart with the same numbers as a table, which is also how it is read without seeing it. */
export const Chart = ({ title, note, category, onChoose, hrefOf, ...data }: ChartProps) => {
  const { t } = useTranslation('kit')
  const [asTable, setAsTable] = useState(false)
  const { categories, series, unit = '' } = data
  const rows = categories.map((_name, id) => ({ id }))
  const isEmpty = series.every(({ values }) => values.every((value) => value === null))
  const known = rows.filter(({ id }) => series.some(({ values }) => typeof values[id] === 'number'))
  // A single bar or dot says nothing that its number does not say better.
  const [single] = known.length === 1 ? known : []
  const cell = (index: number, which: number) => {
    const value = series[which]?.values[index]
    const href = typeof value === 'number' ? hrefOf?.(index, which) : undefined
    const text = textOf(value, unit)
    return href === undefined ? text : <a href={`#${href}`}>{text}</a>
  }
  const choose = (index: number, which: number): void => {
    onChoose?.(index)
    const href = hrefOf?.(index, which)
    if (href !== undefined) location.hash = `#${href}`
  }
  return (
    <figure className="ew-chart" aria-label={title}>
      <figcaption>
        <h3>{title}</h3>
        <button type="button" className="ew-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t(($) => $.chart.asChart) : t(($) => $.chart.asTable)}
          <span className="ew-visually-hidden"> {title}</span>
        </button>
      </figcaption>
      {categories.length === 0 || (isEmpty && !asTable) ? (
        <p className="ew-empty">{t(($) => $.chart.empty)}</p>
      ) : asTable ? (
        <PlainTable
          label={title}
          rows={rows}
          columns={[
            { label: category, render: ({ id }: { id: number }) => categories[id] },
            ...series.map(({ name }, which) => ({ label: name, render: ({ id }: { id: number }) => cell(id, which) })),
          ]}
        />
      ) : single ? (
        <div className="ew-chart-single">
          <dl>
            {series.map(({ name, values }, which) =>
              typeof values[single.id] === 'number' ? (
                <div key={name}>
                  <dt>{series.length === 1 ? categories[single.id] : name}</dt>
                  <dd>{cell(single.id, which)}</dd>
                </div>
              ) : null,
            )}
          </dl>
          {series.length > 1 && <small className="ew-muted">{categories[single.id]}</small>}
        </div>
      ) : (
        <Canvas title={title} data={data} onChoose={onChoose || hrefOf ? choose : undefined} />
      )}
      {note !== undefined && <small className="ew-muted">{note}</small>}
    </figure>
  )
}

interface CanvasProps {
  title: string
  data: ChartData
  onChoose: ((index: number, series: number) => void) | undefined
}

const Canvas = ({ title, data, onChoose }: CanvasProps) => {
  const { t } = useTranslation('kit')
  const dark = useDark()
  const box = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<ReturnType<typeof start>>()
  const [failed, setFailed] = useState(false)
  const choose = useEffectEvent((index: number, series: number) => onChoose?.(index, series))

  useEffect(() => {
    let started: typeof drawing
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = async (attempt: number) => {
      try {
        const { startChart } = await import('./draw-chart.ts')
        if (!current || !box.current) return
        started = startChart(box.current, (index, series) => choose(index, series))
        setDrawing(started)
        setFailed(false)
      } catch {
        if (!current) return
        setFailed(true)
        timer = setTimeout(() => void begin(attempt + 1), backoffMs(attempt))
      }
    }
    void begin(3)
    return () => {
      current = false
      clearTimeout(timer)
      started?.dispose()
    }
  }, [])

  const shown = JSON.stringify(data)
  useEffect(() => drawing?.show(JSON.parse(shown) as ChartData, dark), [drawing, shown, dark])

  return (
    <>
      {failed && <p role="alert">{t(($) => $.chart.failed)}</p>}
      <div
        ref={box}
        className="ew-chart-canvas"
        role="img"
        aria-label={title}
        aria-busy={drawing === undefined}
        data-clickable={onChoose !== undefined}
      />
    </>
  )
}
