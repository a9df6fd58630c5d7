import { endpoints, type FaultTypeRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { typeName } from '../alarm-type/type-name.ts'

const faultType = endpoints.faultType
const stale = [endpoints.reportParam.page]

/** Creates or edits a fault type. Its code cannot change. */
export default function FaultTypeForm({ row, onClose }: { row: FaultTypeRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('fault-type')
  if (!row)
    return (
      <FormDialog
        endpoint={faultType.create}
        title={t(($) => $.create)}
        fields={[{ name: 'code', hint: t(($) => $.codeHint) }, 'nameZh', 'nameEn', 'level']}
        initial={{ level: 'warning' }}
        invalidates={stale}
        onClose={onClose}
      />
    )
  const { id, version, nameZh, nameEn, level } = row
  return (
    <FormDialog
      endpoint={faultType.update}
      title={t(($) => $.edit, { name: typeName(row), code: row.code })}
      fields={['nameZh', 'nameEn', 'level']}
      // A fault never has the level fire, whatever an older row says.
      initial={{ nameZh, nameEn, level: level === 'fire' ? 'warning' : level }}
      hidden={{ id, version }}
      invalidates={stale}
      onClose={onClose}
    />
  )
}
