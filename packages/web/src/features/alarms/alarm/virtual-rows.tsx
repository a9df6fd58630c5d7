import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Rows above and below the visible ones, so that scrolling shows no gap. */
const spare = 4

interface VirtualRowsProps<Row> {
  rows: readonly Row[]
  /** Height of every row (px). */
  height: number
  keyOf: (row: Row) => string
  render: (row: Row) => ReactNode
  /** Called with the rows on the screen. */
  onVisible: (rows: readonly Row[]) => void
}

/** A scrolling list that only renders what is on the screen: ten thousand rows cost no more than ten. */
export const VirtualRows = <Row,>({ rows, height, keyOf, render, onVisible }: VirtualRowsProps<Row>) => {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ from: 0, to: 12 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const from = Math.floor(element.scrollTop / height)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / height)
      setView((old) => (old.from === from && old.to === to ? old : { from, to }))
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [height])
  useEffect(() => onVisible(rows.slice(view.from, view.to)), [rows, view, onVisible])
  const first = Math.max(0, Math.min(view.from, rows.length) - spare)
  const drawn = rows.slice(first, view.to + spare)
  return (
    <div ref={box} className="ew-virtual">
      <ul data-rows style={{ height: rows.length * height }}>
        {drawn.map((row, index) => (
          <li
            key={keyOf(row)}
            data-row={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
            style={{ height, transform: `translateY(${(first + index) * height}px)` }}
          >
            {render(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}
