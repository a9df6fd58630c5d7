import { lazy, Suspense } from 'react'

/** Placeholder for an icon that is not loaded yet or cannot be loaded: its space stays free. */
const Due = () => <span className="ew-menu-icon-due" />

const Drawn = lazy(() =>
  import('./menu-icons.tsx').then(
    ({ MenuIconDrawn }) => ({ default: MenuIconDrawn }),
    () => ({ default: Due }),
  ),
)

/** The icon of a menu entry. No page waits for the icons. */
export const MenuIcon = ({ name }: { name: string }) => (
  <Suspense fallback={<Due />}>
    <Drawn name={name} />
  </Suspense>
)
