import { endpoints, type RowOf } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { type InFull, isMasked, useUnmask } from '../../../kit/masked.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'

type CustomerRow = RowOf<typeof endpoints.customer>

const CustomerForm = lazy(() => import('./customer.form.tsx'))

const customer = endpoints.customer

/** Whether some of its data is masked for the caller. */
export const isHidden = ({ name, contacter, phone, email }: CustomerRow): boolean => isMasked(name, contacter, phone, email)

export interface CustomerWork {
  toolbar: readonly Action[]
  actionsOf: (row: CustomerRow) => Action[]
  unmask: (row: CustomerRow) => Promise<void>
  /** The row including what has been unmasked. */
  inFull: InFull
  dialog: ReactNode
}

/** The actions for a customer, for list and detail page, with their dialogs. `leave` leaves the page of a deleted customer. */
export const useCustomerActions = (leave?: () => Promise<void>): CustomerWork => {
  const { t } = useTranslation('customer')
  const run = useRunWrite()
  const { inFull, show } = useUnmask((id) => run(customer.unmask, { id }))
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<CustomerRow>({
    calls: customer,
    renderForm: (open) => <CustomerForm {...open} />,
    nameOf: (row) => inFull(row).name,
    texts: {
      create: t(($) => $.create),
      disable: () => t(($) => $.disableConfirm),
      remove: t(($) => $.deleteHint),
      import: t(($) => $.import),
    },
    leave,
  })
  const actionsOf = (row: CustomerRow): Action[] => [edit(row), setEnabled(row), remove(row)]
  return { toolbar, actionsOf, unmask: show, inFull, dialog }
}
