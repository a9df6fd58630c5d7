import { checkRoute } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useMe } from '../../session/me.tsx'
import './tiles.css'

interface DrillProps {
  /** Path and query of the list behind the number. */
  href: string
  children: ReactNode
}

/** A number, linked to its list if the user may open it. */
export const Drill = ({ href, children }: DrillProps) => {
  const { menus } = useMe()
  return checkRoute(href.split('?')[0] ?? href, menus).open ? (
    <a className="ew-link" href={`#${href}`}>
      {children}
    </a>
  ) : (
    <>{children}</>
  )
}

export interface PartOfNumber {
  key: string
  text: string
  /** Undefined: no list has exactly these. */
  href: string | undefined
}

/** The parts of a number, each linked to its own list, for the second line of a cell. Undefined if there are none, so that it has no such line. */
export const drills = (parts: readonly PartOfNumber[]): ReactNode => (parts.length === 0 ? undefined : <Drills parts={parts} />)

const Drills = ({ parts }: { parts: readonly PartOfNumber[] }) => (
  <span className="ew-drills">
    {parts.map(({ key, text, href }) => (
      <span key={key}>{href === undefined ? text : <Drill href={href}>{text}</Drill>}</span>
    ))}
  </span>
)

export interface Tile {
  label: string
  value: ReactNode
  note?: ReactNode
  /** Whether the note needs attention. */
  urgent?: boolean
}

/** Figures of a whole list, above it. */
export const Tiles = ({ label, tiles }: { label: string; tiles: readonly Tile[] }) => (
  <ul className="ew-stats" aria-label={label}>
    {tiles.map(({ label: name, value, note, urgent = false }) => (
      <li key={name}>
        <span>{name}</span>
        <strong>{value}</strong>
        {note && <small data-urgent={urgent}>{note}</small>}
      </li>
    ))}
  </ul>
)

/** A share of 0 to 1 in percent, and a dash if there is nothing to divide by. Not rounded up to 100 %, nor down to 0 %. */
export const percent = (share: number | null): string => {
  if (share === null) return '—'
  const rounded = Math.round(share * 1_000) / 10
  return `${share < 1 && rounded === 100 ? 99.9 : share > 0 && rounded === 0 ? 0.1 : rounded} %`
}
