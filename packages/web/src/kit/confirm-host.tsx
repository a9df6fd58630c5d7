import { lazy, Suspense } from 'react'
import { useQuestion } from './confirm.ts'
import { DialogBoundary } from './dialog-boundary.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Shows the current question. Rendered once, in the layout. */
export const ConfirmHost = () => {
  const current = useQuestion((state) => state.current)
  return current ? (
    <DialogBoundary key={current.title} onFailed={() => current.answer(false)}>
      <Suspense>
        <ConfirmDialog {...current} />
      </Suspense>
    </DialogBoundary>
  ) : null
}
