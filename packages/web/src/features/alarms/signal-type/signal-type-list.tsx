import { endpoints } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import type { Column } from '../../../kit/list/types.ts'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { formatSpan } from '../../../kit/time.tsx'
import { typeName, type TypeKind, type TypeRow } from './type-name.ts'

const SignalTypeForm = lazy(() => import('./signal-type.form.tsx'))

const kinds = { alarm: endpoints.alarmType, fault: endpoints.faultType }

/** The targets of the response clock, which only alarms have. */
const span = (seconds: number | null): string => (seconds === null ? '—' : formatSpan(seconds * 1_000))

/** The types of alarms or of faults, as a tab of the parameters. */
export const SignalTypeList = ({ kind }: { kind: TypeKind }) => {
  const calls = kinds[kind]
  const { t } = useTranslation('signal-type')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<TypeRow>({
    calls,
    renderForm: (open) => <SignalTypeForm kind={kind} {...open} />,
    nameOf: typeName,
    texts: {
      create: t(($) => $[kind].create),
      disable: () => t(($) => $[kind].disableHint),
      remove: t(($) => $[kind].removeHint),
    },
  })
  const seeded = (row: TypeRow) => (row.createdBy === null ? t(($) => $.seeded) : undefined)
  const clocks: Column<TypeRow>[] = [
    {
      field: 'acknowledgeS',
      label: t(($) => $.acknowledge),
      render: (row) => 'acknowledgeS' in row && span(row.acknowledgeS),
    },
    { field: 'closeS', label: t(($) => $.close), render: (row) => 'closeS' in row && span(row.closeS) },
  ]
  return (
    <>
      <ListPage
        headless
        endpoint={calls.page}
        filters={['keyword', 'level', 'enabled']}
        columns={[
          {
            field: 'name',
            render: (row) => <TwoLines small={currentLanguage() === 'zh' ? row.nameEn : row.nameZh}>{typeName(row)}</TwoLines>,
          },
          'code',
          'level',
          ...(kind === 'alarm' ? clocks : []),
          'paramCount',
          'enabled',
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), { ...remove(row), off: seeded(row) }]}
      />
      {dialog}
    </>
  )
}
