import { endpoints } from '@emberwatch/contract'
import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { SiteZone } from '../../../kit/time.tsx'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { Completion, Findings, OrderParts } from './completion.tsx'
import { Cancel, Hold, Reschedule, Unhold } from './hold-dialogs.tsx'
import type { OrderAction } from './order-actions.ts'
import { OrderChecks } from './order-checks.tsx'
import { OnBehalf, reasonField, useShared, type StepProps, Complete, Record } from './work-dialogs.tsx'
import { ratings } from './rating.tsx'

const Assign = (props: StepProps) => {
  const { t } = useTranslation('order')
  const { kind, order } = props
  const shared = useShared('assign', props)
  const again = order.engineers.length > 0
  // Kept as opened, because somebody else may assign it meanwhile.
  const [version] = useState(order.version)
  return (
    <FormDialog
      {...shared}
      hidden={{ ...shared.hidden, version }}
      {...(again ? { title: t(($) => $.titles.reassign, { code: order.code }) } : {})}
      endpoint={kind.calls.assign}
      {...(again ? { initial: { engineerIds: order.engineers.map(({ id }) => id) } } : {})}
      fields={[
        {
          name: 'engineerIds',
          source: endpoints.orderCommon.engineer,
          sourceInput: { projectId: order.projectId, kind: order.kind },
        },
        'note',
      ]}
    />
  )
}

/** A step that only needs the reason for acting on behalf. */
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
      {/* Opened from a list, it is outside the page that knows the site's time zone. */}
      <SiteZone of={detail}>
        <Findings order={detail} />
        <Completion kind={kind} order={detail} />
        {detail.checklist.length > 0 && (
          <section className="ew-panel-gap">
            <OrderChecks order={detail} />
          </section>
        )}
        {detail.parts.length > 0 && (
          <section className="ew-panel-gap">
            <OrderParts order={detail} />
          </section>
        )}
      </SiteZone>
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
  hold: Hold,
  unhold: Unhold,
  reschedule: Reschedule,
  cancel: Cancel,
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
