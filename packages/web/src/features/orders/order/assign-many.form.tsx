import { endpoints, type OrderRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import type { OrderKind } from './order-kind.ts'

interface AssignManyProps {
  kind: OrderKind
  orders: readonly OrderRow[]
  onDone: () => void
  onClose: () => void
}

/** Assigns several orders to the same engineers, and shows the result for each. */
export default function AssignMany({ kind, orders, onDone, onClose }: AssignManyProps) {
  const { t } = useTranslation('order')
  const showResults = useShowResults()
  const projects = new Set(orders.map(({ projectId }) => projectId))
  // For one project, the engineers who can see it. For several, the server says which order an engineer cannot work on.
  const [projectId] = projects.size === 1 ? projects : []
  return (
    <FormDialog
      endpoint={kind.calls.assignMany}
      title={t(($) => $.titles.assignMany, { count: orders.length })}
      ok={t(($) => $.actions.assign)}
      saved={null}
      hidden={{ ids: orders.map(({ id }) => id), versions: orders.map(({ version }) => version) }}
      fields={[
        {
          name: 'engineerIds',
          source: endpoints.orderCommon.engineer,
          sourceInput: { kind: kind.kind, ...(projectId === undefined ? {} : { projectId }) },
        },
        'note',
      ]}
      onSaved={(answers) => {
        showResults(
          answers.map(({ code, problem }) => ({ name: code, failure: problem ?? undefined })),
          t(($) => $.done.assignMany),
        )
        onDone()
      }}
      onClose={onClose}
    />
  )
}
