import type { ReactNode } from 'react'
import './line-cell.css'

/** A small control of a line with its label above it. The control's own aria-label also contains the line. */
export const LineCell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="ew-line-cell">
    <small aria-hidden>{label}</small>
    {children}
  </div>
)
