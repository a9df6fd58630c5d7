import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import './detail.css'
import './log-detail.css'

/** A log row in full, next to the list. */
export const LogDrawer = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => (
  <Drawer open size={640} title={title} onClose={onClose}>
    {/* Focusable, so that the keyboard can scroll it. */}
    <div role="region" aria-label={title} tabIndex={0}>
      {children}
    </div>
  </Drawer>
)

/** Labels with their values. */
export const Described = ({ lines }: { lines: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="ew-described ew-log-facts">
    {lines.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A text as it was received. JSON is pretty-printed. */
export const Raw = ({ label, text }: { label: string; text: string }) => (
  <pre className="ew-log-raw" aria-label={label} tabIndex={0}>
    {laidOut(text)}
  </pre>
)

const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
