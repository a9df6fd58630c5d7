import { publicPages, pageHref } from '@emberwatch/contract'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { t } from '../i18n/i18n.ts'
import { ChunkLoadError } from './lazy-page.ts'
import { reloadWhenReachable } from './reload-when-reachable.ts'

/** Nobody may be there to press a button. */
const isWall = (): boolean => location.hash.slice(1).startsWith(publicPages.largeScreen)

/** Keeps a failing page from taking down the console. A new `resetKey` (another route) retries. */
export class PageBoundary extends Component<{ children: ReactNode; resetKey?: string }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  #stop: (() => void) | undefined

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (this.state.error === undefined) return
    if (before.resetKey !== this.props.resetKey) {
      // The page that failed has been left: what is shown now must not start anew.
      this.#stop?.()
      this.#stop = undefined
      this.setState({ error: undefined })
    } else if (isWall()) this.#stop ??= reloadWhenReachable()
  }

  override componentWillUnmount() {
    this.#stop?.()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const chunk = error instanceof ChunkLoadError
    if (isWall())
      return (
        <div className="ew-notice" role="alert">
          <h1>{t(($) => $.errors.notLive)}</h1>
          <p>{t(($) => $.health.advice.alarms)}</p>
        </div>
      )
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

/** Page not found. `inside` the layout, the menu is next to it. Without a session there is nothing else. */
export const NotFound = ({ inside = false }: { inside?: boolean }) => {
  const { t } = useTranslation()
  const Part = inside ? 'section' : 'main'
  return (
    <Part className="ew-notice">
      <p className="ew-notice-code" aria-hidden>
        404
      </p>
      <h1>{t(($) => $.notFound.title)}</h1>
      <p>{t(($) => $.notFound.hint)}</p>
      <div className="ew-buttons">
        {inside && (
          <button type="button" className="ew-button" onClick={() => history.back()}>
            {t(($) => $.notFound.back)}
          </button>
        )}
        <a className="ew-button ew-primary" href={pageHref('home')}>
          {t(($) => $.notFound.home)}
        </a>
      </div>
    </Part>
  )
}
