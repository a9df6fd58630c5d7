import { lazy, Suspense } from 'react'

/** An icon that is not there yet, or cannot be loaded: its place stays free. */
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
