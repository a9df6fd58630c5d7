import { endpoints, type UnknownReportRow } from '@emberwatch/contract'
import { Alert, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { sharedTexts } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { nameOf } from './unknown-cells.tsx'

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

/** Defines what a code means. The fields depend on the kind of report. */
export default function RegisterCode({ row, onClose }: { row: UnknownReportRow; onClose: () => void }) {
  const { t } = useTranslation('unknown-report')
  const words = t(($) => $.code, { returnObjects: true })
  const alarmTypes = useCall(alarm.typeSelect, {}, { staleTime: 300_000 }).data
  const faultTypes = useCall(fault.typeSelect, {}, { staleTime: 300_000 }).data
  const required: FormRule[] = [{ required: true, message: sharedTexts().rules.required }]
  return (
    <FormDialog
      endpoint={unknownCode.register}
      title={t(($) => $.code.title, { name: nameOf(row) })}
      saved={words.done}
      hidden={{ id: row.id }}
      fields={[
        'type',
        { name: 'alarmTypeId', kind: 'select', options: choices(alarmTypes), when: isType('alarm'), rules: required },
        { name: 'faultTypeId', kind: 'select', options: choices(faultTypes), when: isType('fault', 'lowPower'), rules: required },
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
