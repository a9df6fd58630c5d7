import { endpoints, type AlarmTypeRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { formatSpan } from '../../../kit/time.tsx'
import { typeName } from './type-name.ts'

const AlarmTypeForm = lazy(() => import('./alarm-type.form.tsx'))

const alarmType = endpoints.alarmType

/** The alarm types, as a tab of the parameters. */
export const AlarmTypeList = () => {
  const { t } = useTranslation('alarm-type')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<AlarmTypeRow>({
    calls: alarmType,
    renderForm: (open) => <AlarmTypeForm {...open} />,
    nameOf: typeName,
    texts: { create: t(($) => $.create), disable: () => t(($) => $.disableHint), remove: t(($) => $.removeHint) },
    invalidates: [endpoints.reportParam.page],
  })
  const seeded = (row: AlarmTypeRow) => (row.createdBy === null ? t(($) => $.seeded) : undefined)
  return (
    <>
      <ListPage
        headless
        endpoint={alarmType.page}
        filters={['keyword', 'level', 'enabled']}
        columns={[
          {
            field: 'name',
            render: (row) => <TwoLines small={currentLanguage() === 'zh' ? row.nameEn : row.nameZh}>{typeName(row)}</TwoLines>,
          },
          'code',
          'level',
          { field: 'acknowledgeS', label: t(($) => $.acknowledge), render: (row) => formatSpan(row.acknowledgeS * 1_000) },
          {
            field: 'closeS',
            label: t(($) => $.close),
            render: (row) => (row.closeS === null ? '—' : formatSpan(row.closeS * 1_000)),
          },
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
