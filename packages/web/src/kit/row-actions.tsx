import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import type { Endpoint, ImportCalls } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../api/hooks.ts'
import { operationsFor, useCan } from '../session/me.tsx'
import { toast } from '../toast.ts'
import type { Action } from './actions.tsx'
import { asksForNew, usePageSearch } from './search-params.ts'
import { useRemove } from './use-remove.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** The standard calls that the feature has. */
interface Calls extends Partial<ImportCalls<string>> {
  readonly create?: Endpoint
  readonly update?: Endpoint
  readonly setEnabled?: Endpoint
  readonly remove?: Endpoint
}

interface RowActionOptions<Row> {
  readonly calls: Calls
  /** The form for a new row, and for `row`. */
  readonly renderForm: (open: { row: Row | undefined; onClose: () => void }) => ReactNode
  /** The name of a row in questions and notices. */
  readonly nameOf: (row: Row) => string
  readonly texts: {
    readonly create: string
    /** The consequences of disabling a row. */
    readonly disable?: (row: Row) => string
    /** The conditions for deleting a row. */
    readonly remove?: string
    readonly import?: string
  }
  /** Why the caller cannot change a row at all. */
  readonly off?: (row: Row) => string | undefined
  /** Leaves the page of a row that has been deleted. */
  readonly leave?: (() => Promise<void>) | undefined
}

interface RowWork<Row> {
  /** The toolbar's actions: new, and import if the feature has it. */
  readonly toolbar: readonly Action[]
  readonly edit: (row: Row) => Action
  readonly setEnabled: (row: Row) => Action
  readonly remove: (row: Row) => Action
  /** Opens the dialog of a special action. Its `onClose` is `close`. */
  readonly show: (dialog: ReactNode) => void
  readonly close: () => void
  /** The open dialog, if any: the form, the import, or the one given to `show`. */
  readonly dialog: ReactNode
}

/** The actions from the standard calls of a feature: in the toolbar, in a row of its list and on its detail page. `?create=1` opens the form of a list. */
export const useRowActions = <Row extends { readonly id: number; readonly enabled?: boolean }>({
  calls,
  renderForm,
  nameOf,
  texts,
  off,
  leave,
}: RowActionOptions<Row>): RowWork<Row> => {
  const { t } = useTranslation('kit')
  const run = useRunWrite()
  const removed = useRemove()
  const [open, setOpen] = useState<{ row: Row | undefined } | { shown: ReactNode }>()
  const show = (shown: ReactNode) => setOpen({ shown })
  const navigate = useNavigate()
  const can = useCan()
  const address = usePageSearch()
  const { create: asked, ...search } = address
  const close = () => {
    setOpen(undefined)
    if (asked !== undefined) void navigate({ to: '.', search, replace: true })
  }
  const op = (entry: Endpoint | undefined) => (entry ? operationsFor(entry) : {})

  const creates = calls.create && op(calls.create).op
  const isAsked = asksForNew(address) && creates !== undefined && can(creates)
  useEffect(() => {
    if (isAsked) setOpen({ row: undefined })
  }, [isAsked])

  const edit = (row: Row): Action => ({
    key: 'edit',
    label: t(($) => $.edit),
    ...op(calls.update),
    off: off?.(row),
    onClick: () => setOpen({ row }),
  })

  const setEnabled = (row: Row): Action => {
    const { id, enabled = false } = row
    const name = nameOf(row)
    return {
      key: 'setEnabled',
      label: enabled ? t(($) => $.rows.disable) : t(($) => $.rows.enable),
      ...op(calls.setEnabled),
      off: off?.(row),
      ...(enabled && texts.disable ? { confirm: texts.disable(row) } : {}),
      onClick: async () => {
        if (!calls.setEnabled) return
        await run(calls.setEnabled, { id, enabled: !enabled })
        toast.success(enabled ? t(($) => $.rows.disabled, { name }) : t(($) => $.rows.enabled, { name }))
      },
    }
  }

  const remove = (row: Row): Action => ({
    key: 'remove',
    label: t(($) => $.remove),
    ...op(calls.remove),
    off: off?.(row),
    danger: true,
    onClick: async () => {
      const call = calls.remove
      if (!call) return
      const isGone = await removed(nameOf(row), texts.remove ?? '', () => run(call, { id: row.id }, { quiet: true }))
      if (isGone) await leave?.()
    },
  })

  const create: Action = {
    key: 'create',
    label: texts.create,
    ...op(calls.create),
    primary: true,
    icon: <PlusOutlined aria-hidden />,
    onClick: () => setOpen({ row: undefined }),
  }
  const { importTemplate, import: start, importResult } = calls
  const imports = importTemplate && start && importResult ? { importTemplate, import: start, importResult } : undefined
  const importAction: Action = {
    key: 'import',
    label: t(($) => $.import.import),
    ...op(calls.import),
    icon: <UploadOutlined aria-hidden />,
    onClick: () => imports && show(<ImportDialog title={texts.import ?? ''} calls={imports} onClose={close} />),
  }

  const toolbar = [...(calls.create ? [create] : []), ...(imports ? [importAction] : [])]
  const dialog = <Suspense>{open && ('row' in open ? renderForm({ row: open.row, onClose: close }) : open.shown)}</Suspense>
  return { toolbar, edit, setEnabled, remove, show, close, dialog }
}
