import { endpoints, type FaultTypeRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { typeName } from '../alarm-type/type-name.ts'

const FaultTypeForm = lazy(() => import('./fault-type.form.tsx'))

const faultType = endpoints.faultType

/** The fault types, as a tab of the parameters. */
export const FaultTypeList = () => {
  const { t } = useTranslation('fault-type')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<FaultTypeRow>({
    calls: faultType,
    renderForm: (open) => <FaultTypeForm {...open} />,
    nameOf: typeName,
    texts: { create: t(($) => $.create), disable: () => t(($) => $.disableHint), remove: t(($) => $.removeHint) },
    invalidates: [endpoints.reportParam.page],
  })
  const seeded = (row: FaultTypeRow) => (row.createdBy === null ? t(($) => $.seeded) : undefined)
  return (
    <>
      <ListPage
        headless
        endpoint={faultType.page}
        filters={['keyword', 'level', 'enabled']}
        columns={[
          {
            field: 'name',
            render: (row) => <TwoLines small={currentLanguage() === 'zh' ? row.nameEn : row.nameZh}>{typeName(row)}</TwoLines>,
          },
          'code',
          'level',
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
