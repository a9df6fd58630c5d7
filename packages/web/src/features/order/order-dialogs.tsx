import { endpoints, type OrderDeviceRecord, type OrderRow } from '@emberwatch/contract'
import { Alert, Radio, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { inputFacts } from '../../kit/schema.ts'
import { sharedTexts } from '../../i18n/i18n.ts'
import { Completion } from './completion.tsx'
import { eachHasResult } from './device-results.ts'
import { ResultsField } from './results-field.tsx'
import { engineerNames, type OrderAction } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'
import { PhotosField } from './photos.tsx'
import { ratings } from './rating.tsx'

interface StepProps {
  kind: OrderKind
  order: OrderRow
  onBehalf: boolean
  onClose: () => void
}

/** Props shared by the dialogs of all steps. */
const useShared = (
  action: 'assign' | 'receive' | 'refuse' | 'start' | 'record' | 'complete' | 'verify' | 'appraise',
  { order, onBehalf, onClose }: Omit<StepProps, 'kind'>,
) => {
  const { t } = useTranslation('order')
  const word = t(($) => $.actions[action])
  return {
    title: t(($) => $.titles[action], { code: order.code }),
    ok: onBehalf ? t(($) => $.onBehalf, { action: word }) : word,
    saved: t(($) => $.done[action]),
    hidden: { id: order.id },
    onClose,
  }
}

/** Says that the step belongs to somebody else, and to whom. */
const OnBehalf = ({ order, onBehalf }: Pick<StepProps, 'order' | 'onBehalf'>) => {
  const { t } = useTranslation('order')
  if (!onBehalf) return null
  return (
    <Alert
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.onBehalfOf, { engineers: engineerNames(order) || t(($) => $.nobody) })}
    />
  )
}

const Assign = (props: StepProps) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('assign', props)
  const again = order.engineers.length > 0
  return (
    <FormDialog
      {...shared}
      {...(again ? { title: t(($) => $.titles.reassign, { code: order.code }) } : {})}
      endpoint={kind.calls.assign}
      {...(again ? { initial: { engineerIds: order.engineers.map(({ id }) => id) } } : {})}
      fields={[
        { name: 'engineerIds', source: endpoints.orderCommon.engineer, sourceInput: { projectId: order.projectId } },
        'note',
      ]}
    />
  )
}

/** Required if somebody who is not assigned takes an engineer's step. */
const reasonField = (): { name: 'onBehalfReason'; rules: FormRule[] } => ({
  name: 'onBehalfReason',
  rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
})

/** A step that needs no input besides the reason for acting on behalf. */
const OnBehalfStep = ({ action, ...props }: StepProps & { action: 'receive' | 'start' }) => (
  <FormDialog {...useShared(action, props)} endpoint={props.kind.calls[action]} fields={[reasonField()]}>
    <OnBehalf {...props} />
  </FormDialog>
)
const Receive = (props: StepProps) => <OnBehalfStep {...props} action="receive" />
const Start = (props: StepProps) => <OnBehalfStep {...props} action="start" />

const Refuse = (props: StepProps) => (
  <FormDialog {...useShared('refuse', props)} endpoint={props.kind.calls.refuse} fields={['reason']}>
    <OnBehalf {...props} />
  </FormDialog>
)

const Complete = (props: StepProps) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('complete', props)
  const devices = useCall(kind.calls.deviceList, { id: order.id }).data
  if (!devices) return null
  const validator = (_rule: unknown, value: readonly OrderDeviceRecord[] = []) =>
    eachHasResult(value, devices) ? Promise.resolve() : Promise.reject(new Error(t(($) => $.results.each)))
  return (
    <FormDialog
      {...shared}
      drawer
      width={640}
      endpoint={kind.calls.complete}
      initial={{ devices: [] }}
      fields={[
        'completeType',
        'note',
        {
          name: 'devices',
          hint: t(($) => $.results[kind.kind === 'install' ? 'scan' : 'follows']),
          control: <ResultsField kind={kind} projectId={order.projectId} devices={devices} />,
          rules: [{ validator }],
        },
        { name: 'photos', control: <PhotosField most={inputFacts(kind.calls.complete)['photos']?.maxItems ?? 1} /> },
        ...(props.onBehalf ? [reasonField()] : []),
      ]}
    >
      <OnBehalf {...props} />
    </FormDialog>
  )
}

/** Saves results of some devices: a round through a building takes longer than one sitting. */
const Record = (props: StepProps) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('record', props)
  const devices = useCall(kind.calls.deviceList, { id: order.id }).data
  if (!devices) return null
  return (
    <FormDialog
      {...shared}
      drawer
      width={640}
      endpoint={kind.calls.record}
      fields={[
        {
          name: 'devices',
          hint: t(($) => $.results.some),
          control: <ResultsField kind={kind} projectId={order.projectId} devices={devices} />,
        },
        ...(props.onBehalf ? [reasonField()] : []),
      ]}
    >
      <OnBehalf {...props} />
    </FormDialog>
  )
}

const Verify = (props: StepProps) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('verify', props)
  const detail = useCall(kind.calls.detail, { id: order.id }).data
  if (!detail) return null
  const denied = (values: Readonly<Record<string, unknown>>) => values['agree'] === false
  return (
    <FormDialog
      {...shared}
      drawer
      width={780}
      endpoint={kind.calls.verify}
      fields={[
        {
          name: 'agree',
          control: (
            <Radio.Group
              options={[
                { value: true, label: t(($) => $.verify.agree) },
                { value: false, label: t(($) => $.verify.deny) },
              ]}
            />
          ),
        },
        {
          name: 'reason',
          when: denied,
          rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
        },
      ]}
    >
      <Completion kind={kind} order={detail} />
    </FormDialog>
  )
}

const Appraise = (props: StepProps) => {
  const { t } = useTranslation('order')
  return (
    <FormDialog
      {...useShared('appraise', props)}
      endpoint={props.kind.calls.appraise}
      fields={[
        {
          name: 'rating',
          control: (
            <Radio.Group
              className="ew-ratings"
              options={ratings.map((value) => ({ value, label: `${'★'.repeat(value)} ${value} ${t(($) => $.rating[value])}` }))}
            />
          ),
        },
        'note',
      ]}
    />
  )
}

const dialogs = {
  assign: Assign,
  receive: Receive,
  refuse: Refuse,
  start: Start,
  record: Record,
  complete: Complete,
  verify: Verify,
  appraise: Appraise,
} as const

/** The dialog of one step. */
export default function OrderDialog({ action, ...props }: StepProps & { action: OrderAction }) {
  const Step = action in dialogs ? dialogs[action as keyof typeof dialogs] : undefined
  return Step ? <Step {...props} /> : null
}
