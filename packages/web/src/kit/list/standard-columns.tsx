import type { ReactNode } from 'react'
import './list.css'

/** Who created and last changed a row, and when (contract: `tracked`). In the column chooser, hidden by default. */
export const auditColumns = [
  { field: 'createdAt', optional: true },
  { field: 'createdBy', optional: true },
  { field: 'updatedAt', optional: true },
  { field: 'updatedBy', optional: true },
] as const

/** The same, with one of them shown by default. */
export const auditColumnsWith = (shown: (typeof auditColumns)[number]['field']) =>
  auditColumns.map((column) => (column.field === shown ? { field: shown } : column))

/** A cell of two lines: the main value, and a secondary one below it in small print, if any. */
export const TwoLines = ({ small, children }: { small: ReactNode; children: ReactNode }) => (
  <span className="ew-two-lines">
    <span>{children}</span>
    {small && <small>{small}</small>}
  </span>
)
