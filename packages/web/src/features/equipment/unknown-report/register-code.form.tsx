import { endpoints, type UnknownReportRow } from '@emberwatch/contract'
import { Alert, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShownHandled, nameOf } from './unknown-cells.tsx'

const unknownCode = endpoints.unknownCode
const alarm = endpoints.alarm
const fault = endpoints.fault

interface Bilingual {
  readonly value: number
  readonly labelZh: string
  readonly labelEn: string
}
const choices = (types: readonly Bilingual[] | undefined) =>
  (types ?? []).map(({ value, labelZh, labelEn }) => ({ value, label: currentLanguage() === 'zh' ? labelZh : labelEn }))

const isType =
  (...types: readonly string[]) =>
  (values: Readonly<Record<string, unknown>>) =>
    types.includes(String(values['type']))

interface RegisterCodeProps {
  rows: readonly UnknownReportRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

/** Defines the meaning of a code, or the common meaning of several. The fields depend on the kind of report. */
export default function RegisterCode({ rows, clear, onClose }: RegisterCodeProps) {
  const show = useShownHandled()
  const { t } = useTranslation('unknown-report')
  const words = t(($) => $.code, { returnObjects: true })
  const alarmTypes = useCall(alarm.typeSelect, {}, { staleTime: 300_000 }).data
  const faultTypes = useCall(fault.typeSelect, {}, { staleTime: 300_000 }).data
  const required: FormRule[] = [{ required: true, message: sharedTexts().rules.required }]
  const targets = [
    { name: 'alarmTypeId', kind: 'select', options: choices(alarmTypes), when: isType('alarm'), rules: required },
    { name: 'faultTypeId', kind: 'select', options: choices(faultTypes), when: isType('fault', 'lowPower'), rules: required },
  ] as const
  const [row] = rows
  if (!row || rows.length > 1)
    return (
      <FormDialog
        endpoint={unknownCode.registerMany}
        title={t(($) => $.code.titleMany, { count: rows.length })}
        saved={null}
        hidden={{ ids: rows.map(({ id }) => id) }}
        fields={['type', ...targets, { name: 'reasonZh', hint: words.reasonHint }, { name: 'reasonEn', hint: words.reasonHint }]}
        onSaved={(results) => {
          clear()
          show(rows, results, words.done)
        }}
        onClose={onClose}
      >
        <Alert className="ew-form-alert" type="info" showIcon title={words.hint} />
      </FormDialog>
    )
  return (
    <FormDialog
      endpoint={unknownCode.register}
      title={t(($) => $.code.title, { name: nameOf(row) })}
      saved={words.done}
      hidden={{ id: row.id }}
      onSaved={clear}
      fields={[
        'type',
        ...targets,
        { name: 'restoresCode', hint: words.restoresHint, when: isType('restore'), rules: required },
        'reasonZh',
        'reasonEn',
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={words.hint} />
    </FormDialog>
  )
}
