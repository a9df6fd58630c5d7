import { endpoints, type RowOf } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { isMasked, useUnmask } from './use-unmask.ts'

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
  inFull: <Row extends CustomerRow>(row: Row) => Row
  dialog: ReactNode
}

/** The actions for a customer, for list and detail page, with their dialogs. `leave` leaves the page of a deleted customer. */
export const useCustomerActions = (leave?: () => Promise<void>): CustomerWork => {
  const { t } = useTranslation('customer')
  const { inFull, show } = useUnmask(customer.unmask)
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
