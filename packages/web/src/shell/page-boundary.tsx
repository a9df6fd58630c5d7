import { Component, type ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { ChunkLoadError } from './lazy-page.ts'

/** Keeps a failing page from taking down the console. A new `resetKey` (another route) retries. */
export class PageBoundary extends Component<{ children: ReactNode; resetKey?: string }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const chunk = error instanceof ChunkLoadError
    return (
      <div className="ew-notice" role="alert">
        <h1>{chunk ? t(($) => $.errors.chunk) : t(($) => $.errors.pageCrashed)}</h1>
        <p>{chunk ? t(($) => $.errors.chunkHint) : t(($) => $.errors.pageCrashedHint)}</p>
        <div className="ew-buttons">
          {!chunk && (
            <button type="button" className="ew-button" onClick={() => this.setState({ error: undefined })}>
              {t(($) => $.errors.retry)}
            </button>
          )}
          <button type="button" className="ew-button ew-primary" onClick={() => location.reload()}>
            {t(($) => $.errors.reload)}
          </button>
        </div>
      </div>
    )
  }
}
