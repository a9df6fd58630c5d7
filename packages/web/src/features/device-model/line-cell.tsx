import type { ReactNode } from 'react'
import './device-model.css'

/** A small control of a line with its label above it. The control itself names the line as well (aria-label). */
export const LineCell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="ew-line-cell">
    <small aria-hidden>{label}</small>
    {children}
  </div>
)
