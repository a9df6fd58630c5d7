import { endpoints, type AlarmTypeRow, type InputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../kit/confirm.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { typeName } from './type-name.ts'

const alarmType = endpoints.alarmType
const stale = [endpoints.reportParam.page]

/** Creates or edits an alarm type. Its code cannot change. */
export default function AlarmTypeForm({ row, onClose }: { row: AlarmTypeRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('alarm-type')
  const fields = [
    'nameZh',
    'nameEn',
    { name: 'level', hint: t(($) => $.levelHint) },
    { name: 'acknowledgeS', hint: t(($) => $.acknowledgeHint) },
    { name: 'closeS', hint: t(($) => $.closeHint) },
  ] as const
  if (!row)
    return (
      <FormDialog
        endpoint={alarmType.create}
        title={t(($) => $.create)}
        fields={[{ name: 'code', hint: t(($) => $.codeHint) }, ...fields]}
        initial={{ level: 'fire', acknowledgeS: 90 }}
        invalidates={stale}
        onClose={onClose}
      />
    )
  const { id, version, nameZh, nameEn, level, acknowledgeS, closeS } = row
  const maySend = async (input: InputOf<typeof alarmType.update>) =>
    level !== 'fire' ||
    input.level === 'fire' ||
    confirm({ title: t(($) => $.quieter, { name: typeName(row) }), content: t(($) => $.quieterText), danger: true })
  return (
    <FormDialog
      endpoint={alarmType.update}
      title={t(($) => $.edit, { name: typeName(row), code: row.code })}
      fields={fields}
      initial={{ nameZh, nameEn, level, acknowledgeS, ...(closeS === null ? {} : { closeS }) }}
      hidden={{ id, version }}
      invalidates={stale}
      maySend={maySend}
      onClose={onClose}
    />
  )
}
