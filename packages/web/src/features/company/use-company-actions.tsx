import type { CompanyRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { toast } from '../../kit/toast.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { signInAs } from '../account/sign-in-as.ts'
import { useBlockText } from './company-cells.tsx'
import type { CompanyKindFacts } from './company-kind.ts'
import { daysLeft } from './expiry.ts'
import { useConfirmStops } from './use-confirm-stops.tsx'

/** The forms over a row. */
export type CompanyForm = 'edit' | 'renew' | 'setAdmin'

/** What can be done to a company of a kind; `open` shows a form. */
export const useCompanyActions = (
  kind: CompanyKindFacts,
  open: (form: CompanyForm, row: CompanyRow) => void,
): ((row: CompanyRow) => Action[]) => {
  const { calls, op, reads } = kind
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  const removed = useRemove()
  const confirmStops = useConfirmStops(kind)
  const blockText = useBlockText()
  const forbid = useWrite(calls.forbidden, { invalidates: reads })
  const del = useWrite(calls.del, { invalidates: reads, quiet: true })

  const toggle = async (row: CompanyRow) => {
    const { id, name, enabled } = row
    if (enabled && !(await confirmStops(row, 'disable'))) return
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disable.done, { name }) : t(($) => $.enable.done, { name }))
  }

  /** Why nobody of the company can sign in at present. */
  const stopped = ({ enabled, expiresAt, blockedBy }: CompanyRow): string | undefined => {
    if (!enabled) return t(($) => $.disabledNow)
    if (expiresAt !== null && daysLeft(expiresAt, Date.now()) <= 0) return t(($) => $.expiredNow)
    return blockText(blockedBy)
  }

  return (row) => {
    const { adminAccountId } = row
    return [
      { key: 'edit', label: kit(($) => $.edit), op: op.update, onClick: () => open('edit', row) },
      {
        key: 'forbidden',
        label: row.enabled ? t(($) => $.disable.ok) : t(($) => $.enable.ok),
        op: op.forbidden,
        onClick: () => toggle(row),
      },
      {
        key: 'renew',
        label: t(($) => $.renew.ok),
        op: op.update,
        off: row.expiresAt === null ? t(($) => $.renew.never) : undefined,
        onClick: () => open('renew', row),
      },
      {
        key: 'signInAs',
        label: t(($) => $.signInAs),
        op: 'account:signInAs',
        off: adminAccountId === null ? t(($) => $.noAdministrator) : stopped(row),
        onClick: () => adminAccountId !== null && signInAs(() => adminAccountId),
      },
      { key: 'setAdmin', label: t(($) => $.setAdmin.ok), op: op.update, onClick: () => open('setAdmin', row) },
      {
        key: 'del',
        label: kit(($) => $.remove),
        op: op.del,
        danger: true,
        onClick: () =>
          removed(
            row.name,
            t(($) => $.deleteHint),
            () => del.mutateAsync({ id: row.id }),
          ),
      },
    ]
  }
}
