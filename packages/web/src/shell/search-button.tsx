import { SearchOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBoundary } from '../kit/dialog-boundary.tsx'

const SearchPalette = lazy(() => import('./search-palette.tsx'))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The global search, by button and by Ctrl-K (⌘K on a Mac). */
export const SearchButton = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  const keys = isMac ? '⌘K' : 'Ctrl K'
  const label = t(($) => $.search.open)
  return (
    <>
      <button
        type="button"
        className="ew-icon ew-search-button"
        // Including the keys, which are its visible label.
        aria-label={`${label} ${keys}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={`${label} (${keys})`}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <kbd className="ew-wide-only" aria-hidden>
          {keys}
        </kbd>
      </button>
      {open && (
        <DialogBoundary onFailed={() => setOpen(false)}>
          <Suspense>
            <SearchPalette onClose={() => setOpen(false)} />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  )
}
