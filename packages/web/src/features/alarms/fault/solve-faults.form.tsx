import { endpoints, type FaultRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { faultName } from './fault-name.ts'

const fault = endpoints.fault

interface SolveProps {
  rows: readonly FaultRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

/** Marks one or several faults as solved, with what was done. Lists those that could not be solved, and why. */
export default function SolveFaults({ rows, clear, onClose }: SolveProps) {
  const { t } = useTranslation('fault')
  const showResults = useShowResults()
  const [row] = rows
  const nameOf = (one: FaultRow) => [faultName(one), one.deviceCode ?? one.gatewayCode].filter(Boolean).join(' · ')
  const hint = <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.solve.hint)} />
  const shared = { fields: ['note'] as const, ok: t(($) => $.solve.action), onClose }
  if (row && rows.length === 1)
    return (
      <FormDialog
        {...shared}
        endpoint={fault.solved}
        title={t(($) => $.solve.title, { name: nameOf(row) })}
        hidden={{ id: row.id }}
        saved={t(($) => $.solve.done)}
        onSaved={clear}
      >
        {hint}
      </FormDialog>
    )
  return (
    <FormDialog
      {...shared}
      endpoint={fault.batchSolved}
      title={t(($) => $.solve.titleMany, { count: rows.length })}
      hidden={{ ids: rows.map(({ id }) => id) }}
      saved={null}
      onSaved={(results) => {
        clear()
        const byId = new Map(rows.map((one) => [one.id, nameOf(one)]))
        showResults(
          results.map(({ id, solved, msg }) => ({ name: byId.get(id) ?? '', failure: solved ? undefined : msg })),
          t(($) => $.solve.done),
        )
      }}
    >
      {hint}
    </FormDialog>
  )
}
