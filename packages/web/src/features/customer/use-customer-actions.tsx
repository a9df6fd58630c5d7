import { endpoints, type CustomerRow } from '@emberwatch/contract'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/hooks.ts'
import type { Action } from '../../kit/actions.tsx'
import { toast } from '../../kit/toast.ts'
import { useRemove } from '../../kit/use-remove.tsx'
import { customerReads } from './customer-reads.ts'
import { isMasked, useUnmask } from './use-unmask.ts'

const CustomerForm = lazy(() => import('./customer.form.tsx'))

const { customer } = endpoints

/** Is something of it hidden from the caller? */
export const isHidden = ({ name, contacter, phone, email }: CustomerRow): boolean => isMasked(name, contacter, phone, email)

export interface CustomerWork {
  actionsOf: (row: CustomerRow) => Action[]
  unmask: (row: CustomerRow) => Promise<void>
  create: () => void
  /** The row as far as it has been unmasked. */
  inFull: <Row extends CustomerRow>(row: Row) => Row
  dialog: ReactNode
}

/** All that can be done with a customer, for list and detail alike, with the dialog for it. `leave` goes away before it is deleted. */
export const useCustomerActions = (leave?: () => Promise<void>): CustomerWork => {
  const { t } = useTranslation('customer')
  const kit = useTranslation('kit').t
  const removed = useRemove()
  const [open, setOpen] = useState<CustomerRow | 'new'>()
  const { inFull, show } = useUnmask(customer.unmask)
  const forbid = useWrite(customer.forbidden, { invalidates: customerReads })
  const del = useWrite(customer.del, { invalidates: [customer.page, customer.select], quiet: true })

  const toggle = async ({ id, enabled }: CustomerRow, name: string) => {
    await forbid.mutateAsync({ id, enabled: !enabled })
    toast.success(enabled ? t(($) => $.disabled, { name }) : t(($) => $.enabled, { name }))
  }
  const remove = async ({ id }: CustomerRow, name: string) => {
    if (
      await removed(
        name,
        t(($) => $.deleteHint),
        () => del.mutateAsync({ id }),
      )
    )
      await leave?.()
  }

  const actionsOf = (row: CustomerRow): Action[] => {
    const { name } = inFull(row)
    return [
      { key: 'edit', label: kit(($) => $.edit), op: 'customer:update', onClick: () => setOpen(row) },
      {
        key: 'forbidden',
        label: row.enabled ? t(($) => $.disable) : t(($) => $.enable),
        op: 'customer:forbidden',
        ...(row.enabled ? { confirm: t(($) => $.disableConfirm) } : {}),
        onClick: () => toggle(row, name),
      },
      { key: 'del', label: kit(($) => $.remove), op: 'customer:del', danger: true, onClick: () => remove(row, name) },
    ]
  }

  const dialog = (
    <Suspense>{open && <CustomerForm row={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}</Suspense>
  )
  return { actionsOf, unmask: ({ id }) => show(id), create: () => setOpen('new'), inFull, dialog }
}
