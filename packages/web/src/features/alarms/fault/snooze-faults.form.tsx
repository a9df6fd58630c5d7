import { endpoints, faultSnoozeDays, type FaultRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { faultName } from './fault-name.ts'

interface SnoozeProps {
  rows: readonly FaultRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

const hourMs = 3_600_000

/** Postpones one or several faults until a time, with the reason. */
export default function SnoozeFaults({ rows, clear, onClose }: SnoozeProps) {
  const { t } = useTranslation('fault')
  const showResults = useShowResults()
  // Preset to one day, at a whole hour, which is easier to read.
  const [until] = useState(() => new Date(Math.ceil((Date.now() + 24 * hourMs) / hourMs) * hourMs).toISOString())
  const [row] = rows
  const nameOf = (one: FaultRow) => [faultName(one), one.deviceCode ?? one.gatewayCode].filter(Boolean).join(' · ')
  return (
    <FormDialog
      endpoint={endpoints.fault.snooze}
      title={
        row && rows.length === 1
          ? t(($) => $.snooze.title, { name: nameOf(row) })
          : t(($) => $.snooze.titleMany, { count: rows.length })
      }
      ok={t(($) => $.snooze.action)}
      saved={null}
      hidden={{ ids: rows.map(({ id }) => id) }}
      initial={{ until, ...(row?.snoozeReason && rows.length === 1 ? { reason: row.snoozeReason } : {}) }}
      fields={[
        { name: 'until', label: t(($) => $.snooze.field), hint: t(($) => $.snooze.most, { count: faultSnoozeDays }) },
        'reason',
      ]}
      onSaved={(results) => {
        clear()
        const byId = new Map(rows.map((one) => [one.id, nameOf(one)]))
        showResults(
          results.map(({ id, done, msg }) => ({ name: byId.get(id) ?? '', failure: done ? undefined : msg })),
          t(($) => $.snooze.done),
        )
      }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.snooze.hint)} />
    </FormDialog>
  )
}
