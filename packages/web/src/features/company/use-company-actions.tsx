import type { CompanyRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { toast } from '../../kit/toast.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { useMe } from '../../session/me.tsx'
import { signInAs } from '../account/sign-in-as.ts'
import { useBlockText } from './company-cells.tsx'
import type { CompanyKindFacts } from './company-kind.ts'
import { daysLeft } from './expiry.ts'
import { useConfirmStops } from './use-confirm-stops.tsx'

/** The forms over a row. */
export type CompanyForm = 'edit' | 'renew' | 'setAdmin' | 'contact'

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
  const decideDomain = useWrite(calls.decideDomain, { invalidates: reads })
  const { user } = useMe()
  const del = useWrite(calls.del, { invalidates: reads, quiet: true })

  const toggle = async (row: CompanyRow) => {
    const { id, name, enabled } = row
    if (enabled && !(await confirmStops(row))) return
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disable.done, { name }) : t(($) => $.enable.done, { name }))
  }

  /** Why nobody of the company can sign in at present. */
  const stopped = ({ enabled, expiresAt, blockedBy }: CompanyRow): string | undefined => {
    if (!enabled) return t(($) => $.disabledNow)
    if (expiresAt !== null && daysLeft(expiresAt, Date.now()) <= 0) return t(($) => $.expiredNow)
    return blockText(blockedBy)
  }

  /** A domain that the company asks for; the operating company agrees or not. */
  const decisionsOn = (id: number, domain: string): Action[] =>
    ([true, false] as const).map((agree) => ({
      key: agree ? 'agreeDomain' : 'rejectDomain',
      label: agree ? t(($) => $.domain.agree) : t(($) => $.domain.reject),
      op: op.update,
      ...(agree ? {} : { danger: true }),
      confirm: agree ? t(($) => $.domain.agreeAsk, { domain }) : t(($) => $.domain.rejectAsk, { domain }),
      onClick: async () => {
        await decideDomain.mutateAsync({ id, domain, agree })
        toast.success(agree ? t(($) => $.domain.agreed) : t(($) => $.domain.rejected))
      },
    }))

  return (row) => {
    const { adminAccountId } = row
    return [
      ...(row.domainRequested !== null && user.accountType === 'siter' ? decisionsOn(row.id, row.domainRequested) : []),
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
      { key: 'contact', label: t(($) => $.contact.show), op: 'account:unmask', onClick: () => open('contact', row) },
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
