import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePreference } from '../preference.ts'
import './table.css'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The row density of all tables, stored per user on the server. */
export const useDensity = (): [density: Density, set: (density: Density) => void] => {
  const [kept, keep] = usePreference('density')
  return [densities.find((density) => density === kept) ?? 'comfortable', keep]
}

/** The sides to which an element can be scrolled further, for the shadows that indicate it. */
const hiddenSides = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string =>
  [scrollLeft > 1 && 'left', scrollLeft + clientWidth < scrollWidth - 1 && 'right'].filter(Boolean).join(' ')

/** Elements whose title was set here: their text may have changed since. */
const titled = new WeakSet<Element>()

/** A text that has no room here is shown in full under the pointer. */
const titleCut = ({ target }: { target: EventTarget }) => {
  const cut = target instanceof Element ? target.closest<HTMLElement>('.ew-two-lines > *, .ew-cell') : null
  if (!cut || (cut.title !== '' && !titled.has(cut))) return
  const isCut = cut.scrollHeight > cut.clientHeight + 1
  if (isCut) titled.add(cut)
  if (isCut || titled.has(cut)) cut.title = isCut ? cut.textContent : ''
}

/** The box around every table: it scrolls sideways on its own, and shadows show where there is more. */
export const TableBox = ({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) => {
  const [density] = useDensity()
  const scroller = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => setMore(hiddenSides(element))
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
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
        onPointerOver={titleCut}
        {...(busy === undefined ? {} : { 'aria-busy': busy })}
      >
        {children}
      </div>
    </div>
  )
}
