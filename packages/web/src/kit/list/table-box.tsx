import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useDensity } from './density.ts'
import './table.css'

/** The sides beyond which an element can be scrolled, for the shadows that say so. */
const hiddenSides = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string =>
  [scrollLeft > 1 && 'left', scrollLeft + clientWidth < scrollWidth - 1 && 'right'].filter(Boolean).join(' ')

/** What stands around every table: it scrolls sideways on its own and shows by a shadow where there is more. */
export const TableBox = ({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) => {
  const [density] = useDensity()
  const scroller = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setMore(hiddenSides(element))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className="ew-table-box" data-more={more} data-density={density}>
      <div
        ref={scroller}
        className="ew-table-wrap"
        role="region"
        aria-label={label}
        tabIndex={0}
        {...(busy === undefined ? {} : { 'aria-busy': busy })}
      >
        {children}
      </div>
    </div>
  )
}
