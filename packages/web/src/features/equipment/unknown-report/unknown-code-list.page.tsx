import { endpoints, enums, type UnknownReportRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/hooks.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { toast } from '../../../toast.ts'
import { useShownHandled, nameOf, useRawReport, useUnknownColumns } from './unknown-cells.tsx'

const RegisterCode = lazy(() => import('./register-code.form.tsx'))

const unknownCode = endpoints.unknownCode
const project = endpoints.project

const isKnownFormat = (format: string | null): boolean =>
  enums.reportCodeType.some((known) => known.toLowerCase() === format?.trim().toLowerCase())

/** Codes that devices send and no report parameter defines. */
export default function UnknownCodeListPage() {
  const { t } = useTranslation('unknown-report')
  const columns = useUnknownColumns()
  const rawReport = useRawReport()
  const [form, setForm] = useState<{ rows: readonly UnknownReportRow[]; clear: () => void }>()
  const ignoreMany = useWrite(unknownCode.ignoreMany)
  const showHandled = useShownHandled()
  const ignore = useWrite(unknownCode.ignore)
  return (
    <>
      <ListPage
        endpoint={unknownCode.page}
        exporter={unknownCode.export}
        views={[
          { label: t(($) => $.views.open), when: { handled: 'false' } },
          { label: t(($) => $.views.handled), when: { handled: 'true' } },
        ]}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'remote', name: 'projectId', endpoint: project.select },
          'mayBeAlarm',
          { kind: 'dateRange' },
        ]}
        columns={[...columns, { field: 'deviceCode', optional: true }]}
        rowActions={(row) => {
          const done = row.handledAt === null ? undefined : t(($) => $.alreadyHandled)
          return [
            {
              key: 'register',
              label: t(($) => $.code.action),
              op: 'unknownCode:register',
              off: done ?? (isKnownFormat(row.sourceFormat) ? undefined : t(($) => $.code.unknownFormat)),
              primary: true,
              onClick: () => setForm({ rows: [row], clear: () => {} }),
            },
            rawReport(row),
            {
              key: 'ignore',
              label: t(($) => $.ignore.action),
              op: 'unknownCode:register',
              off: done,
              confirm: t(($) => $.ignore.codeConfirm, { name: nameOf(row) }),
              onClick: async () => {
                await ignore.mutateAsync({ id: row.id })
                toast.success(t(($) => $.ignore.done))
              },
            },
          ]
        }}
        selection={(rows, clear) => {
          const done = rows.every(({ handledAt }) => handledAt === null) ? undefined : t(($) => $.someHandled)
          const isKnown = rows.every(({ sourceFormat }) => isKnownFormat(sourceFormat))
          return [
            {
              key: 'register',
              label: t(($) => $.code.selected),
              op: 'unknownCode:register',
              off: done ?? (isKnown ? undefined : t(($) => $.code.unknownFormat)),
              onClick: () => setForm({ rows, clear }),
            },
            {
              key: 'ignore',
              label: t(($) => $.ignore.selected),
              op: 'unknownCode:register',
              off: done,
              confirm: t(($) => $.ignore.codeConfirmMany, { count: rows.length }),
              onClick: async () => {
                const results = await ignoreMany.mutateAsync({ ids: rows.map(({ id }) => id) })
                clear()
                showHandled(
                  rows,
                  results,
                  t(($) => $.ignore.done),
                )
              },
            },
          ]
        }}
        selectAll
        tone={({ mayBeAlarm, handledAt }) => (mayBeAlarm && handledAt === null ? 'fault' : undefined)}
      />
      <Suspense>{form && <RegisterCode {...form} onClose={() => setForm(undefined)} />}</Suspense>
    </>
  )
}
