import { endpoints, type AccountRow, type CustomerRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { usePasswordOnce } from '../../kit/password-once.tsx'
import { toast } from '../../kit/toast.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { accountReads } from './customer-reads.ts'
import { useUnmask } from './use-unmask.ts'

const AccountForm = lazy(() => import('./customer-account.form.tsx'))
const ResetPassword = lazy(() => import('./reset-password.form.tsx'))

const { account, customerAccount } = endpoints

interface AccountWork {
  actionsOf: (row: AccountRow) => Action[]
  create: () => void
  unmask: (row: AccountRow) => Promise<void>
  /** The row as far as it has been unmasked. */
  inFull: (row: AccountRow) => AccountRow
  dialogs: ReactNode
}

/** All that can be done with the accounts of customers, with the dialogs for it; `customer`, when they are one customer's. */
export const useCustomerAccountActions = (customer: Pick<CustomerRow, 'id' | 'name'> | undefined): AccountWork => {
  const { t } = useTranslation('account')
  const own = useTranslation('customer').t
  const kit = useTranslation('kit').t
  const password = usePasswordOnce()
  const removed = useRemove()
  const [open, setOpen] = useState<{ form: AccountRow | 'new' } | { reset: AccountRow }>()
  const { inFull, show } = useUnmask(account.unmask)
  const after = { invalidates: accountReads }
  const forbid = useWrite(customerAccount.forbidden, after)
  const del = useWrite(customerAccount.del, { ...after, quiet: true })

  const toggle = async ({ id, account: name, enabled }: AccountRow) => {
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disabled, { name }) : t(($) => $.enabled, { name }))
  }

  const actionsOf = (row: AccountRow): Action[] => {
    const { id, account: name, enabled, manageable } = row
    const off = manageable ? undefined : t(($) => $.off.level)
    return [
      { key: 'edit', label: kit(($) => $.edit), op: 'customerAccount:update', off, onClick: () => setOpen({ form: row }) },
      {
        key: 'password',
        label: t(($) => $.resetPassword),
        op: 'customerAccount:changePwd',
        off,
        onClick: () => setOpen({ reset: row }),
      },
      {
        key: 'forbidden',
        label: enabled ? t(($) => $.disable) : t(($) => $.enable),
        op: 'customerAccount:forbidden',
        off,
        ...(enabled ? { confirm: t(($) => $.disableAsk, { name }) } : {}),
        onClick: () => toggle(row),
      },
      {
        key: 'del',
        label: kit(($) => $.remove),
        op: 'customerAccount:del',
        off,
        danger: true,
        onClick: () =>
          removed(
            name,
            own(($) => $.account.deleteHint),
            () => del.mutateAsync({ id }),
          ),
      },
    ]
  }

  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      <Suspense>
        {open && 'form' in open && (
          <AccountForm
            row={open.form === 'new' ? undefined : open.form}
            customer={customer}
            onCreated={password.show}
            onClose={close}
          />
        )}
        {open && 'reset' in open && <ResetPassword row={open.reset} onReset={password.show} onClose={close} />}
      </Suspense>
      {password.dialog}
    </>
  )
  return { actionsOf, unmask: ({ id }) => show(id), create: () => setOpen({ form: 'new' }), inFull, dialogs }
}
