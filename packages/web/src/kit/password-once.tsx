import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../toast.ts'
import { SecretField, SecretOnce, useShown } from './secret-once.tsx'

/** Shows a one-time password once (readings.md), or that the default password applies. Rendered next to the form that caused it. */
export const usePasswordOnce = (): {
  show: (account: string, answer: { password: string | null }) => void
  dialog: ReactNode
} => {
  const { t } = useTranslation('kit')
  const { show, dialog } = useShown<{ account: string; password: string }>(({ account, password }, onClose) => (
    <SecretOnce title={t(($) => $.passwordOnce.title, { account })} hint={t(($) => $.passwordOnce.hint)} onClose={onClose}>
      <SecretField label={t(($) => $.passwordOnce.label)} secret={password} />
    </SecretOnce>
  ))
  return {
    show: (account, { password }) => {
      if (password === null) toast.info(t(($) => $.passwordOnce.isDefault, { account }))
      else show({ account, password })
    },
    dialog,
  }
}
