import { endpoints, type InputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../kit/confirm.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { typeName, type TypeKind, type TypeRow } from './type-name.ts'

const { alarmType, faultType } = endpoints

interface SignalTypeFormProps {
  kind: TypeKind
  row: TypeRow | undefined
  onClose: () => void
}

/** Creates or edits a type of alarms or faults. Its code cannot change. */
export default function SignalTypeForm({ kind, row, onClose }: SignalTypeFormProps) {
  const { t } = useTranslation('signal-type')
  const code = { name: 'code', hint: t(($) => $.codeHint) } as const
  const faultFields = ['nameZh', 'nameEn', 'level'] as const
  const alarmFields = [
    'nameZh',
    'nameEn',
    { name: 'level', hint: t(($) => $.levelHint) },
    { name: 'acknowledgeS', hint: t(($) => $.acknowledgeHint) },
    { name: 'closeS', hint: t(($) => $.closeHint) },
  ] as const
  if (!row) {
    const shared = { title: t(($) => $[kind].create), onClose }
    return kind === 'alarm' ? (
      <FormDialog
        {...shared}
        endpoint={alarmType.create}
        fields={[code, ...alarmFields]}
        initial={{ level: 'fire', acknowledgeS: 90 }}
      />
    ) : (
      <FormDialog {...shared} endpoint={faultType.create} fields={[code, ...faultFields]} initial={{ level: 'warning' }} />
    )
  }
  const { id, version, nameZh, nameEn, level } = row
  const shared = {
    title: t(($) => $[kind].edit, { name: typeName(row), code: row.code }),
    hidden: { id, version },
    onClose,
  }
  if (!('acknowledgeS' in row))
    return (
      <FormDialog
        {...shared}
        endpoint={faultType.update}
        fields={faultFields}
        // A fault never has the level fire, whatever an older row says.
        initial={{ nameZh, nameEn, level: level === 'fire' ? 'warning' : level }}
      />
    )
  const { acknowledgeS, closeS } = row
  const maySend = async (input: InputOf<typeof alarmType.update>) =>
    level !== 'fire' ||
    input.level === 'fire' ||
    confirm({ title: t(($) => $.quieter, { name: typeName(row) }), content: t(($) => $.quieterText), danger: true })
  return (
    <FormDialog
      {...shared}
      endpoint={alarmType.update}
      fields={alarmFields}
      initial={{ nameZh, nameEn, level, acknowledgeS, ...(closeS === null ? {} : { closeS }) }}
      maySend={maySend}
    />
  )
}
