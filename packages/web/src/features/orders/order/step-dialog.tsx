import type { OrderRow } from '@emberwatch/contract'
import { Alert, type FormRule } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { engineerNames } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'

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
