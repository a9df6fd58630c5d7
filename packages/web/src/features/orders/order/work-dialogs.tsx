import {
  type OrderRow,
  missingChecks,
  reusedParts,
  type OrderCheckAnswer,
  type OrderDetail,
  type OrderDeviceRecord,
} from '@emberwatch/contract'
import { Alert, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { engineerNames } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'
import { useCall } from '../../../api/hooks.ts'
import { RetestHint } from '../repair-story/retest-hint.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { inputFacts } from '../../../kit/schema.ts'
import { ChecksField } from './checks-field.tsx'
import { eachHasResult } from './device-results.ts'
import { PartsField } from './parts-field.tsx'
import { PhotosField } from '../../base/file/photos.tsx'
import { ResultsField } from './results-field.tsx'

export interface StepProps {
  kind: OrderKind
  order: OrderRow
  onBehalf: boolean
  onClose: () => void
}

/** Props shared by the dialogs of all steps. */
export const useShared = (
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

/** States that the step belongs to somebody else, and to whom. */
export const OnBehalf = ({ order, onBehalf }: Pick<StepProps, 'order' | 'onBehalf'>) => {
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

/** Required if somebody who is not assigned takes an engineer's step. */
export const reasonField = (): { name: 'onBehalfReason'; rules: FormRule[] } => ({
  name: 'onBehalfReason',
  rules: [{ required: true, whitespace: true, message: sharedTexts().errors.reasonRequired }],
})

type Values = Readonly<Record<string, unknown>>
const isPossible = (values: Values) => values['completeType'] !== 'notPossible'

/** The answers once the form is sent: those entered now, and those saved earlier. */
const answersWith = (order: OrderDetail, given: readonly OrderCheckAnswer[]) => [
  ...given,
  ...order.checks.filter(
    (stored) => !given.some((one) => one.item === stored.item && (one.deviceId ?? null) === stored.deviceId),
  ),
]

/** For work that was sent back: the values of the earlier completion. The acceptance on site has to be given again. */
const saidBefore = ({ completeType, completeNote, ...order }: OrderDetail) => {
  if (completeType === null) return {}
  const said = {
    completeType,
    note: completeNote,
    faultCause: order.faultCause,
    repairAction: order.repairAction,
    retest: order.retest,
    impairmentNotice: order.impairmentNotice,
    labourMinutes: order.labourMinutes,
    photos: order.completePhotos,
    parts: reusedParts(order.parts),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

const CompleteForm = (props: Omit<StepProps, 'order'> & { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('complete', props)
  const { devices, checklist, alarmId } = order
  const isRepair = kind.kind === 'repair'
  const asked = isRepair && alarmId !== null
  const required = { required: true, message: sharedTexts().rules.required }
  const eachResult = (_rule: unknown, value: readonly OrderDeviceRecord[] = []) =>
    eachHasResult(value, devices) ? Promise.resolve() : Promise.reject(new Error(t(($) => $.results.each)))
  const eachAnswer = ({ getFieldsValue }: { getFieldsValue: (all: true) => unknown }) => ({
    validator: (_rule: unknown, value: readonly OrderCheckAnswer[] = []) => {
      const values = getFieldsValue(true) as Values
      const sent = (values['devices'] ?? []) as readonly OrderDeviceRecord[]
      const results = devices.map(({ id, result }) => ({
        id,
        result: sent.find(({ deviceId }) => deviceId === id)?.result ?? result,
      }))
      const missing = isPossible(values) ? missingChecks(checklist, answersWith(order, value), results) : []
      return missing.length === 0
        ? Promise.resolve()
        : Promise.reject(new Error(t(($) => $.work.needed, { count: missing.length })))
    },
  })
  return (
    <FormDialog
      {...shared}
      drawer
      width={720}
      endpoint={kind.calls.complete}
      initial={{ devices: [], ...saidBefore(order) }}
      fields={[
        'completeType',
        ...(isRepair
          ? ([
              { name: 'faultCause', when: isPossible, ...(asked ? { rules: [required] } : {}) },
              { name: 'repairAction', when: isPossible },
              {
                name: 'retest',
                when: isPossible,
                hint: <RetestHint orderId={order.id} />,
                ...(asked ? { rules: [required] } : {}),
              },
              { name: 'impairmentNotice', when: isPossible, hint: t(($) => $.work.impairmentHint) },
            ] as const)
          : []),
        'note',
        {
          name: 'devices',
          hint: t(($) => $.results[kind.kind === 'install' ? 'scan' : 'follows']),
          control: <ResultsField kind={kind} projectId={order.projectId} devices={devices} />,
          rules: [{ validator: eachResult }],
        },
        ...(checklist.length === 0
          ? []
          : [{ name: 'checks' as const, control: <ChecksField order={order} />, rules: [eachAnswer] }]),
        { name: 'parts', hint: t(($) => $.work.partsHint), control: <PartsField devices={devices} /> },
        'labourMinutes',
        'acceptedBy',
        { name: 'photos', control: <PhotosField most={inputFacts(kind.calls.complete)['photos']?.maxItems ?? 1} /> },
        ...(props.onBehalf ? [reasonField()] : []),
      ]}
    >
      <OnBehalf {...props} />
      {asked && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.work.alarmHint)} />}
    </FormDialog>
  )
}

/** Saves results of some devices, and answers: going through a building takes longer than one sitting. */
const RecordForm = (props: Omit<StepProps, 'order'> & { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('record', props)
  return (
    <FormDialog
      {...shared}
      drawer
      width={720}
      endpoint={kind.calls.record}
      initial={{ devices: [] }}
      fields={[
        {
          name: 'devices',
          hint: t(($) => $.results.some),
          control: <ResultsField kind={kind} projectId={order.projectId} devices={order.devices} />,
        },
        ...(order.checklist.length === 0 ? [] : [{ name: 'checks' as const, control: <ChecksField order={order} /> }]),
        ...(props.onBehalf ? [reasonField()] : []),
      ]}
    >
      <OnBehalf {...props} />
    </FormDialog>
  )
}

/** The order with the entries saved so far, as it was when the form opened. */
const useOpened = (kind: OrderKind, id: number): OrderDetail | undefined => useCall(kind.calls.detail, { id }).data

export const Complete = (props: StepProps) => {
  const order = useOpened(props.kind, props.order.id)
  return order ? <CompleteForm {...props} order={order} /> : null
}

export const Record = (props: StepProps) => {
  const order = useOpened(props.kind, props.order.id)
  return order ? <RecordForm {...props} order={order} /> : null
}
