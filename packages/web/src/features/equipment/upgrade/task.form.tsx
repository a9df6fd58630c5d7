import { endpoints, type EnumValue, type UpgradeTaskDetail } from '@emberwatch/contract'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { FilterField, MinuteField, WavesField } from './task-fields.tsx'
import { PreviewCount } from './preview-count.tsx'
import { TargetField } from './target-field.tsx'
import './upgrade.css'

const { upgradeTask, versionCommon } = endpoints

interface EditionFieldProps {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
  of: UpgradeTaskDetail | undefined
}

/** Released editions; the task's own stays listed even if it has been withdrawn. */
const EditionField = ({ id, value, onChange, of }: EditionFieldProps) => {
  const { t } = useTranslation('kit')
  const { data = [], isFetching } = useCall(versionCommon.targetVersion, {}, { staleTime: 30_000 })
  const own =
    of && !data.some((edition) => edition.value === of.editionId)
      ? [{ value: of.editionId, label: `${of.modelName} ${of.toVersion} · ${of.editionName}` }]
      : []
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      loading={isFetching}
      placeholder={t(($) => $.search.select)}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...own, ...data.map((edition) => ({ value: edition.value, label: edition.label }))]}
      value={value ?? null}
      onChange={(edition: number | undefined) => onChange?.(edition)}
    />
  )
}

type ListProps = Omit<Parameters<typeof TargetField>[0], 'kind' | 'editionId'>

const ListField = (props: ListProps) => (
  <TargetField {...props} kind="list" editionId={Form.useWatch<number | undefined>('editionId')} />
)

const Preview = ({ of, isOfGateways }: { of: UpgradeTaskDetail | undefined; isOfGateways: (editionId: unknown) => boolean }) => (
  <PreviewCount taskId={of?.id} ofGateways={isOfGateways(Form.useWatch<number | undefined>('editionId'))} />
)

const useFields = (of: UpgradeTaskDetail | undefined) => {
  const { t } = useTranslation('upgrade')
  const { data: editions = [] } = useCall(versionCommon.targetVersion, {}, { staleTime: 30_000 })
  type Values = Readonly<Record<string, unknown>>
  const isOfGateways = (editionId: unknown): boolean =>
    editions.find((edition) => edition.value === editionId)?.ofGateways ??
    (of?.editionId === editionId && (of?.ofGateways ?? false))
  const is = (kind: EnumValue<'upgradeTargetType'>) => (values: Values) => values['targetType'] === kind
  const { reasons, rules } = sharedTexts()
  // All optional in the call, which requires exactly one of them.
  const needed = [{ required: true, type: 'array' as const, message: rules.required }]
  return [
    'name',
    { name: 'editionId', hint: t(($) => $.editionHint), control: <EditionField of={of} />, half: true },
    { name: 'targetType', section: 'target' },
    {
      name: 'companyIds',
      hint: t(($) => $.companyScope),
      when: is('company'),
      control: <TargetField kind="company" />,
      rules: needed,
    },
    { name: 'projectIds', when: is('project'), control: <TargetField kind="project" />, rules: needed },
    {
      name: 'deviceIds',
      hint: t(($) => $.listHint),
      when: (values: Values) => is('list')(values) && !isOfGateways(values['editionId']),
      control: <ListField />,
      rules: needed,
    },
    {
      name: 'gatewayIds',
      hint: t(($) => $.listHint),
      when: (values: Values) => is('list')(values) && isOfGateways(values['editionId']),
      control: <ListField />,
      rules: needed,
    },
    { name: 'filter', hint: t(($) => $.filterHint), when: is('filter'), control: <FilterField /> },
    { name: 'initialVersion', hint: t(($) => $.initialHint) },
    { name: 'allowDowngrade', hint: t(($) => $.downgradeHint) },
    { extra: 'expected', label: t(($) => $.expected), control: <Preview of={of} isOfGateways={isOfGateways} /> },
    { name: 'method', section: 'schedule', hint: t(($) => $.methodHint) },
    { name: 'startsAt', hint: t(($) => $.startsHint) },
    { name: 'windowFrom', hint: t(($) => $.windowHint), control: <MinuteField />, half: true },
    {
      name: 'windowTo',
      control: <MinuteField />,
      half: true,
      rules: [
        ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
          validator: (_rule: unknown, to: unknown) => {
            const from = getFieldValue('windowFrom') ?? null
            const fits = from === null ? (to ?? null) === null : typeof to === 'number' && to !== from
            return fits ? Promise.resolve() : Promise.reject(new Error(reasons.upgradeWindowFits))
          },
        }),
      ],
    },
    { name: 'waves', section: 'rollout', hint: t(($) => $.wavesHint), control: <WavesField /> },
    { name: 'successShare', hint: t(($) => $.successHint) },
    { name: 'failureShare', hint: t(($) => $.failureHint) },
    { name: 'retries', label: t(($) => $.retriesLabel), hint: t(($) => $.retriesHint) },
    { name: 'retryAfterS', hint: t(($) => $.retryAfterHint) },
    { name: 'minBattery', section: 'conditions', hint: t(($) => $.batteryHint) },
    { name: 'minSignal', hint: `${t(($) => $.signalHint)} ${t(($) => $.excludeHint)}` },
    'remark',
  ] as const
}

const listOf = { company: 'companyIds', project: 'projectIds' } as const

const initialOf = (row: UpgradeTaskDetail) => {
  const { targetType, targets, filter } = row
  const list =
    targetType === 'filter'
      ? undefined
      : targetType === 'list'
        ? row.ofGateways
          ? 'gatewayIds'
          : 'deviceIds'
        : listOf[targetType]
  return {
    name: row.name,
    editionId: row.editionId,
    targetType,
    ...(list === undefined ? { filter } : { [list]: targets.map(({ value }) => value) }),
    allowDowngrade: row.allowDowngrade,
    method: row.method,
    waves: row.waves,
    successShare: row.successShare,
    failureShare: row.failureShare,
    retries: row.retries,
    retryAfterS: row.retryAfterS,
    remark: row.remark,
    ...withoutNulls({
      initialVersion: row.initialVersion,
      startsAt: row.startsAt,
      windowFrom: row.windowFrom,
      windowTo: row.windowTo,
      minBattery: row.minBattery,
      minSignal: row.minSignal,
    }),
  }
}

const firstPlan = {
  targetType: 'filter',
  method: 'silent',
  allowDowngrade: false,
  waves: [5, 25, 100],
  successShare: 95,
  failureShare: 5,
  retries: 2,
  retryAfterS: 300,
} as const

const Edit = ({ row, onClose }: { row: UpgradeTaskDetail | undefined; onClose: () => void }) => {
  const { t } = useTranslation('upgrade')
  const fields = useFields(row)
  return (
    <FormDialog
      drawer
      width={760}
      endpoint={upgradeTask.save}
      title={row ? t(($) => $.edit) : t(($) => $.create)}
      fields={fields}
      initial={row ? initialOf(row) : { ...firstPlan, waves: [...firstPlan.waves] }}
      {...(row ? { hidden: { id: row.id, version: row.version } } : {})}
      onClose={onClose}
    />
  )
}

/** Creates an upgrade task, or edits a disabled one. */
export default function TaskForm({ row, onClose }: { row?: { id: number } | undefined; onClose: () => void }) {
  const { data, isFetching } = useCall(upgradeTask.detail, { id: row?.id ?? 0 }, { enabled: row !== undefined })
  if (row === undefined) return <Edit row={undefined} onClose={onClose} />
  // Read again, because the row in the list may be stale.
  return !data || isFetching ? null : <Edit key={data.version} row={data} onClose={onClose} />
}
