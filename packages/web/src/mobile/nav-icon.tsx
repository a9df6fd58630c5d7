/** Outlines of 24 × 24, drawn for this page: an icon font would be heavier than the page. */
const paths = {
  orders: 'M8 4h8v3H8zM8 5.5H5V20h14V5.5h-3M8.5 12h7M8.5 16h5',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  alarms: 'M5 18h14M7 18v-6a5 5 0 0 1 10 0v6M12 3v1.5M4.5 6l1 1M19.5 6l-1 1M10 21h4',
  queue: 'M12 15V4M8 8l4-4 4 4M5 14v6h14v-6',
  me: 'M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-4 3.2-6 7-6s6.4 2 7 6',
} as const

export const NavIcon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden>
    <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
