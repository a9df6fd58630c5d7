import {
  endpoints,
  enums,
  ruleProblems,
  shortestRepeatS,
  type EnumName,
  type NotifyRule,
  type NotifyRuleRow,
  type RuleProblem,
} from '@emberwatch/contract'
import { Alert, Form, Select, type FormRule } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed, sharedTexts } from '../../../i18n/i18n.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { useMe } from '../../../session/me.tsx'
import { HoursField } from '../../sites/project/hours-field.tsx'
import { useRuleWords, type NameOf, type RuleDraft } from './rule-words.ts'
import { namesIn, nextStep, widenedKinds, withoutGone } from './step-facts.ts'
import { StepsField } from './steps-field.tsx'
import { nameFrom, useChoices } from './use-choices.ts'
import './notify-rule.css'

const { create, update, devices } = endpoints.notifyRule

const complete = (values: RuleDraft): Omit<NotifyRule, 'name' | 'enabled' | 'language'> => ({
  events: values.events ?? [],
  levels: values.levels ?? [],
  projectIds: values.projectIds ?? [],
  projectTypeIds: values.projectTypeIds ?? [],
  alarmTypeIds: values.alarmTypeIds ?? [],
  faultTypeIds: values.faultTypeIds ?? [],
  deviceIds: values.deviceIds ?? [],
  steps: values.steps ?? [],
  stopWhen: values.stopWhen ?? 'taken',
  activeHours: values.activeHours ?? null,
  mergeWindowS: values.mergeWindowS ?? 0,
})

/** The error that the server would return for a field, shown immediately. */
const sound = (field: RuleProblem['field']): FormRule => {
  return ({ getFieldsValue }) => ({
    validator: () => {
      const problem = ruleProblems(complete(getFieldsValue(true) as RuleDraft)).find((each) => each.field === field)
      if (!problem) return Promise.resolve()
      const text = sharedTexts()
        .reasons[problem.reason].replace('{{step}}', String(problem.step))
        .replace('{{seconds}}', String(shortestRepeatS))
      return Promise.reject(new Error(text))
    },
  })
}

/** The rule in the form, in words. */
const Sentence = ({ nameOf }: { nameOf: NameOf }) => {
  const { t } = useTranslation('notify-rule')
  const { sentence } = useRuleWords()
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => (
        <section className="ew-sentence" aria-label={t(($) => $.form.sentence)}>
          <strong>{t(($) => $.form.sentence)}</strong>
          <p>{sentence(complete(getFieldsValue(true) as RuleDraft), nameOf)}</p>
        </section>
      )}
    </Form.Item>
  )
}

const Devices = ({ companyId, ...field }: { companyId: number | undefined; id?: string }) => {
  const projectIds = Form.useWatch<number[] | undefined>('projectIds') ?? []
  return <RemoteSelect {...field} multiple endpoint={devices} input={withoutNulls({ companyId, projectIds })} />
}

/** The choices depend on the company. */
const Company = ({
  onCompany,
  onChange,
  ...field
}: {
  onCompany: (id: number | undefined) => void
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
}) => (
  <CompanySelect
    {...field}
    onChange={(id) => {
      onCompany(id)
      onChange?.(id)
    }}
  />
)

const many = (enumeration: EnumName) => (
  <Select mode="multiple" options={enums[enumeration].map((value) => ({ value, label: enumLabel(enumeration, value) }))} />
)

const search = { showSearch: { optionFilterProp: 'label' }, mode: 'multiple' } as const

interface NotifyRuleFormProps {
  /** The rule to edit or copy. */
  row?: NotifyRuleRow | undefined
  copy?: boolean
  companyId: number | undefined
  onCompany: (id: number | undefined) => void
  onClose: () => void
}

const Fields = ({ row, copy = false, companyId, onCompany, onClose }: NotifyRuleFormProps) => {
  const { t } = useTranslation('notify-rule')
  const { user } = useMe()
  const choices = useChoices(companyId)
  const nameOf = nameFrom(choices, namesIn(row?.named ?? []))
  const ofAlarms = (values: RuleDraft) => values.events?.some((event) => event !== 'fault') ?? true
  const ofFaults = (values: RuleDraft) => values.events?.includes('fault') ?? false
  const fields = [
    'name',
    { name: 'events', hint: t(($) => $.form.events), control: many('notifyEvent') },
    { name: 'levels', when: ofAlarms, hint: t(($) => $.form.levels), control: many('alarmLevel'), rules: [sound('levels')] },
    {
      name: 'alarmTypeIds',
      when: ofAlarms,
      hint: t(($) => $.form.types),
      control: <Select {...search} options={choices.alarmTypes} />,
      rules: [sound('alarmTypeIds')],
    },
    {
      name: 'faultTypeIds',
      when: ofFaults,
      hint: t(($) => $.form.types),
      control: <Select {...search} options={choices.faultTypes} />,
      rules: [sound('faultTypeIds')],
    },
    {
      name: 'projectTypeIds',
      hint: t(($) => $.form.projectTypes),
      control: <Select {...search} options={choices.projectTypes} />,
    },
    { name: 'projectIds', hint: t(($) => $.form.projects), control: <Select {...search} options={choices.projects} /> },
    { name: 'deviceIds', hint: t(($) => $.form.devices), control: <Devices companyId={companyId} /> },
    { name: 'steps', label: t(($) => $.form.steps), control: <StepsField choices={choices} />, rules: [sound('steps')] },
    { name: 'stopWhen', hint: t(($) => $.form.stopWhen) },
    { name: 'activeHours', hint: t(($) => $.form.hours), control: <HoursField />, rules: [sound('activeHours')] },
    { name: 'mergeWindowS', hint: t(($) => $.form.merge) },
    { name: 'language', hint: t(($) => $.form.language) },
  ] as const
  const shared = { drawer: true, width: 760, onClose } as const
  const gone = row?.named.filter((each) => each.gone) ?? []
  const widened = row ? widenedKinds(row) : []
  const notes = (
    <>
      {gone.length > 0 && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.goneLeft, {
            names: listed(gone.map(({ kind, name }) => name || t(($) => $.noName, { kind: t(($$) => $$.kinds[kind]) }))),
          })}
          description={
            widened.length > 0
              ? t(($) => $.goneWidens, { kinds: listed(widened.map((kind) => t(($$) => $$.kinds[kind]))) })
              : undefined
          }
        />
      )}
      <Sentence nameOf={nameOf} />
    </>
  )
  const initial = row
    ? {
        name: copy ? t(($) => $.copyOf, { name: row.name }) : row.name,
        events: row.events,
        levels: row.levels,
        stopWhen: row.stopWhen,
        mergeWindowS: row.mergeWindowS,
        ...withoutNulls({ activeHours: row.activeHours, language: row.language }),
        ...withoutGone(row),
      }
    : ({
        events: ['alarm', 'breach'],
        steps: [nextStep(undefined)],
        stopWhen: 'taken',
        mergeWindowS: 60,
      } as const)
  if (row && !copy)
    return (
      <FormDialog
        {...shared}
        endpoint={update}
        title={t(($) => $.edit)}
        fields={fields}
        initial={initial as object}
        hidden={{ id: row.id, version: row.version }}
      >
        {notes}
      </FormDialog>
    )
  const ofCompany = hasCompaniesBelow(user.accountType)
    ? [{ name: 'companyId' as const, hint: t(($) => $.form.company), control: <Company onCompany={onCompany} /> }]
    : []
  return (
    <FormDialog
      {...shared}
      endpoint={create}
      title={copy ? t(($) => $.copyTitle) : t(($) => $.create)}
      fields={[...ofCompany, ...fields]}
      initial={{ ...(initial as object), ...(companyId === undefined ? {} : { companyId }) }}
    >
      {notes}
    </FormDialog>
  )
}

/** Creates, copies or edits a notification rule. */
export default function NotifyRuleForm({ row, copy = false, onClose }: Omit<NotifyRuleFormProps, 'companyId' | 'onCompany'>) {
  const [companyId, onCompany] = useState(row?.companyId)
  return <Fields row={row} copy={copy} companyId={companyId} onCompany={onCompany} onClose={onClose} />
}
