import { useTranslation } from 'react-i18next'
import { dismiss, useToasts } from '../toast.ts'

const glyphs = { error: '✕', warning: '▲', success: '✓', info: 'i' } as const

/** Renders the notices of toast.ts. */
export const Toasts = () => {
  const { t } = useTranslation('kit')
  const shown = useToasts((state) => state.shown)
  return (
    <div className="ew-toasts" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={`ew-toast ew-toast-${kind}`} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
          <span aria-hidden className="ew-toast-glyph">
            {glyphs[kind]}
          </span>
          <span>{text}</span>
          <button type="button" className="ew-plain" aria-label={t(($) => $.close)} onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
