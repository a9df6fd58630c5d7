import { endpoints, type AvailableCommand, type GivenParameter, type LinkedRuleRow } from '@emberwatch/contract'
import { Alert, Form, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { ParamsField } from '../device-command/params-field.tsx'

const linkedRule = endpoints.linkedRule

interface ChoiceProps {
  id?: string
  /** The rule's project, if it is fixed; otherwise it is chosen in the form. */
  fixed: number | undefined
}

const useProjectId = (fixed: number | undefined): number | undefined => {
  const chosen = Form.useWatch<number | undefined>('projectId')
  return fixed ?? chosen
}

const InProject = ({
  fixed,
  endpoint,
  ...field
}: ChoiceProps & { endpoint: typeof linkedRule.commands | typeof linkedRule.models | typeof linkedRule.devices }) => {
  const projectId = useProjectId(fixed)
  return <RemoteSelect {...field} endpoint={endpoint} input={{ projectId }} disabled={projectId === undefined} />
}

const Targets = ({ fixed, ...field }: ChoiceProps) => {
  const projectId = useProjectId(fixed)
  const commandId = Form.useWatch<number | undefined>('commandId')
  const isReady = projectId !== undefined && commandId !== undefined
  return <RemoteSelect {...field} multiple endpoint={linkedRule.devices} input={{ projectId, commandId }} disabled={!isReady} />
}

/** The definition of the chosen command, as its targets offer it. */
const useChosen = (): AvailableCommand | undefined => {
  const commandId = Form.useWatch<number | undefined>('commandId')
  const [deviceId] = Form.useWatch<number[] | undefined>('targetIds') ?? []
  const offer = useCall(
    endpoints.sentCommand.available,
    { deviceId: deviceId ?? 0 },
    { enabled: deviceId !== undefined, quiet: true, staleTime: 30_000 },
  ).data
  return offer?.commands.find(({ id }) => id === commandId)
}

interface RuleParamsProps {
  value?: readonly GivenParameter[]
  onChange?: (value: GivenParameter[]) => void
}

const RuleParams = (field: RuleParamsProps) => {
  const { t } = useTranslation('linked-rule')
  const command = useChosen()
  if (!command) return <span className="ew-muted">—</span>
  return (
    <>
      {command.dangerous && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.dangerous)} />}
      {command.parameters.length === 0 ? (
        <span className="ew-muted">—</span>
      ) : (
        <ParamsField key={command.id} parameters={command.parameters} {...field} />
      )}
    </>
  )
}

interface RuleFormProps {
  row?: LinkedRuleRow | undefined
  /** For rules of one project only. */
  projectId?: number | undefined
  onClose: () => void
}

/** Creates or edits a linked rule. */
export default function RuleForm({ row, projectId: given, onClose }: RuleFormProps) {
  const { t } = useTranslation('linked-rule')
  const fixed = row?.projectId ?? given
  const is = (trigger: string) => (values: Readonly<Record<string, unknown>>) => values['trigger'] === trigger
  const needed: FormRule[] = [{ required: true, message: sharedTexts().rules.required }]
  const fields = [
    'name',
    { name: 'deviceId', hint: t(($) => $.deviceHint), control: <InProject fixed={fixed} endpoint={linkedRule.devices} /> },
    { name: 'modelId', hint: t(($) => $.modelHint), control: <InProject fixed={fixed} endpoint={linkedRule.models} /> },
    'trigger',
    { name: 'alarmTypeId', when: is('alarm'), source: linkedRule.alarmTypes, rules: needed },
    { name: 'format', when: is('code'), hint: t(($) => $.formatHint) },
    { name: 'sourceCode', when: is('code'), rules: needed },
    { name: 'reportType', when: is('report'), rules: needed },
    { name: 'commandId', hint: t(($) => $.commandHint), control: <InProject fixed={fixed} endpoint={linkedRule.commands} /> },
    { name: 'targetIds', hint: t(($) => $.targetsHint), control: <Targets fixed={fixed} /> },
    { name: 'params', control: <RuleParams /> },
    { name: 'pauseS', hint: t(($) => $.pauseHint) },
  ] as const
  const shared = { drawer: true, width: 680, onClose } as const
  const note = <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.test)} />
  if (row) {
    const { id, version, name, trigger, commandId, pauseS, targets, params } = row
    return (
      <FormDialog
        {...shared}
        endpoint={linkedRule.update}
        title={t(($) => $.edit)}
        fields={fields}
        initial={{
          name,
          trigger,
          commandId,
          pauseS,
          targetIds: targets.map((target) => target.id),
          params: Object.entries(params).map(([parameter, value]) => ({ name: parameter, value: String(value) })),
          ...withoutNulls({
            deviceId: row.deviceId,
            modelId: row.modelId,
            alarmTypeId: row.alarmTypeId,
            format: row.format,
            sourceCode: row.sourceCode,
            reportType: row.reportType,
          }),
        }}
        hidden={{ id, version }}
      >
        {note}
      </FormDialog>
    )
  }
  const initial = { trigger: 'alarm', pauseS: 60 } as const
  if (given !== undefined)
    return (
      <FormDialog
        {...shared}
        endpoint={linkedRule.create}
        title={t(($) => $.create)}
        fields={fields}
        initial={initial}
        hidden={{ projectId: given }}
      >
        {note}
      </FormDialog>
    )
  return (
    <FormDialog
      {...shared}
      endpoint={linkedRule.create}
      title={t(($) => $.create)}
      fields={[{ name: 'projectId', source: endpoints.project.select }, ...fields]}
      initial={initial}
    >
      {note}
    </FormDialog>
  )
}
