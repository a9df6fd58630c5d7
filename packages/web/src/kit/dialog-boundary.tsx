import { Component, type ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { toast } from '../toast.ts'

interface Props {
  readonly children: ReactNode
  /** Closes the dialog. */
  readonly onFailed: () => void
}

/**
 * Around a dialog that stands outside of every page: if it cannot be loaded, as after an upgrade, or drawn, it is closed with a message. Otherwise
 * it would take along the whole console, and with it the sound of a fire.
 */
export class DialogBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    toast.error(t(($) => $.errors.chunkHint))
    this.props.onFailed()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
