import { endpoints, messageVariables, type ReportParamRow } from '@emberwatch/contract'
import { Alert, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { nameOf, typeChoices } from './param-labels.ts'

const reportParam = endpoints.reportParam

type Values = Readonly<Record<string, unknown>>
const isType =
  (...types: readonly string[]) =>
  (values: Values) =>
    types.includes(String(values['type']))

const isNotifiedAlarm = (values: Values) => values['type'] === 'alarm' && values['notify'] === true

/** The types to choose from, including the parameter's current one even if it can no longer be chosen. */
const withOwn = (choices: ReturnType<typeof typeChoices>, id: number | null | undefined, row: ReportParamRow | undefined) => {
  if (!row || !id || choices.some(({ value }) => value === id)) return choices
  return [...choices, { value: id, label: (currentLanguage() === 'zh' ? row.typeNameZh : row.typeNameEn) ?? String(id) }]
}

/** Defines the meaning of a code, or changes it. The fields depend on the kind of report. */
export default function ReportParamForm({ row, onClose }: { row: ReportParamRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('report-param')
  const alarmTypes = typeChoices(useCall(endpoints.alarm.typeSelect, {}, { staleTime: 60_000 }).data)
  const faultTypes = typeChoices(useCall(endpoints.fault.typeSelect, {}, { staleTime: 60_000 }).data)
  const required: FormRule[] = [{ required: true, message: sharedTexts().rules.required }]
  const variables = t(($) => $.textHint, { names: messageVariables.map((name) => `{${name}}`).join(' ') })
  const fields = [
    'type',
    {
      name: 'alarmTypeId',
      kind: 'select',
      options: withOwn(alarmTypes, row?.alarmTypeId, row),
      when: isType('alarm'),
      rules: required,
    },
    {
      name: 'faultTypeId',
      kind: 'select',
      options: withOwn(faultTypes, row?.faultTypeId, row),
      when: isType('fault', 'lowPower'),
      rules: required,
    },
    { name: 'restoresCode', hint: t(($) => $.restoresHint), when: isType('restore'), rules: required },
    'reasonZh',
    'reasonEn',
    { name: 'notify', hint: t(($) => $.notifyHint) },
    { name: 'mergeWindowS', hint: t(($) => $.mergeHint), when: isNotifiedAlarm },
    { name: 'smsZh', kind: 'textarea', hint: variables, when: isNotifiedAlarm },
    { name: 'smsEn', kind: 'textarea', when: isNotifiedAlarm },
    { name: 'voiceZh', kind: 'textarea', when: isNotifiedAlarm },
    { name: 'voiceEn', kind: 'textarea', when: isNotifiedAlarm },
  ] as const
  const hint = <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.everywhere)} />
  if (!row)
    return (
      <FormDialog
        endpoint={reportParam.create}
        title={t(($) => $.create)}
        fields={['format', { name: 'code', hint: t(($) => $.codeHint) }, ...fields]}
        initial={{ notify: true, mergeWindowS: 0 }}
        onClose={onClose}
      >
        {hint}
      </FormDialog>
    )
  const { id, version, type, alarmTypeId, faultTypeId, restoresCode, reasonZh, reasonEn, notify, mergeWindowS } = row
  const { smsZh, smsEn, voiceZh, voiceEn } = row
  const isSilenced = (values: Values) => type === 'alarm' && values['type'] !== 'alarm'
  return (
    <FormDialog
      endpoint={reportParam.update}
      title={t(($) => $.edit, { name: nameOf(row) })}
      fields={[...fields, { name: 'note', label: t(($) => $.why), hint: t(($) => $.whyHint), when: isSilenced, rules: required }]}
      initial={{
        type,
        reasonZh,
        reasonEn,
        notify,
        mergeWindowS,
        ...withoutNulls({ smsZh, smsEn, voiceZh, voiceEn }),
        ...(alarmTypeId === null ? {} : { alarmTypeId }),
        ...(faultTypeId === null ? {} : { faultTypeId }),
        ...(restoresCode === null ? {} : { restoresCode }),
      }}
      hidden={{ id, version }}
      onClose={onClose}
    >
      {hint}
    </FormDialog>
  )
}
