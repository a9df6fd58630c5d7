import { limits } from '@emberwatch/contract'
import { create } from 'zustand'

export type ToastKind = 'error' | 'warning' | 'success' | 'info'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

let lastId = 0

/** The notices currently shown, rendered by <Toasts>. */
export const useToasts = create<{ shown: readonly Toast[] }>(() => ({ shown: [] }))

export const dismiss = (id: number): void => useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) }))

const show = (kind: ToastKind, text: string, duration: number): void => {
  // Showing the same text twice at the same time adds nothing.
  if (useToasts.getState().shown.some((one) => one.kind === kind && one.text === text)) return
  const id = ++lastId
  useToasts.setState(({ shown }) => ({ shown: [...shown, { id, kind, text }] }))
  setTimeout(() => dismiss(id), duration)
}

/** Short notices. Without antd, because the sign-in page shows them too. */
export const toast = {
  error: (text: string, duration: number = limits.errorToast) => show('error', text, duration),
  warning: (text: string, duration: number = limits.unsupportedToast) => show('warning', text, duration),
  success: (text: string, duration = 3_000) => show('success', text, duration),
  info: (text: string, duration = 3_000) => show('info', text, duration),
}
