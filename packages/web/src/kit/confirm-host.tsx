import { lazy, Suspense } from 'react'
import { useQuestion } from './confirm.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Shows the current question. Rendered once, in the layout. */
export const ConfirmHost = () => {
  const current = useQuestion((state) => state.current)
  return current ? (
    <Suspense>
      <ConfirmDialog key={current.title} {...current} />
    </Suspense>
  ) : null
}
