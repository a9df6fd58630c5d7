import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { enums, type NotifyReceiver, type NotifyRuleChoices, type NotifyStep } from '@emberwatch/contract'
import { Button, InputNumber, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import { ReceiverLine } from './receiver-line.tsx'
import { movedSteps, mostReceivers, mostSteps, nextStep, ofKind } from './step-facts.ts'
import './notify-rule.css'

interface StepBoxProps {
  /** From 1. */
  index: number
  step: NotifyStep
  count: number
  choices: NotifyRuleChoices
  onChange: (step: NotifyStep) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

interface IconButtonProps {
  icon: ReactNode
  label: string
  /** Why it does nothing at present. */
  off: string | undefined
  onClick: () => void
}

const IconButton = ({ icon, label, off, onClick }: IconButtonProps) => (
  <Tooltip title={off} trigger={['hover', 'focus']}>
    <Button
      type="text"
      icon={icon}
      aria-label={label}
      aria-disabled={off !== undefined}
      className={off === undefined ? '' : 'ew-off'}
      onClick={() => off === undefined && onClick()}
    />
  </Tooltip>
)

type Seconds = 'afterS' | 'answerS' | 'repeats' | 'everyS'

/** The value of a field that is emptied. */
const least: Readonly<Record<Seconds, number>> = { afterS: 0, answerS: 10, repeats: 0, everyS: 0 }

const StepBox = ({ index, step, count, choices, onChange, onMove, onRemove }: StepBoxProps) => {
  const { t } = useTranslation('notify-rule')
  const of = (what: string) => t(($) => $.step.of, { index, what })
  const number = (field: Seconds) => {
    const label = t(($) => $.step[field])
    return (
      <LineCell label={label}>
        <InputNumber
          className="ew-full"
          aria-label={of(label)}
          precision={0}
          value={step[field]}
          onChange={(value) => onChange(withNumber(step, field, value ?? least[field]))}
        />
      </LineCell>
    )
  }
  const receivers = (next: NotifyReceiver[]) => onChange({ ...step, receivers: next })
  const missing = step.channels.filter((channel) => !choices.channels.includes(channel))
  const channelsLabel = t(($) => $.step.channels)
  return (
    <li className="ew-line-box" aria-label={t(($) => $.step.title, { index })}>
      <div className="ew-step-head">
        <strong>{t(($) => $.step.title, { index })}</strong>
        <span className="ew-spacer" />
        <IconButton
          icon={<ArrowUpOutlined aria-hidden />}
          label={t(($) => $.step.up, { index })}
          off={index === 1 ? t(($) => $.step.first) : undefined}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={<ArrowDownOutlined aria-hidden />}
          label={t(($) => $.step.down, { index })}
          off={index === count ? t(($) => $.step.last) : undefined}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon={<DeleteOutlined aria-hidden />}
          label={t(($) => $.step.remove, { index })}
          off={count === 1 ? t(($) => $.step.only) : undefined}
          onClick={onRemove}
        />
      </div>
      <small className="ew-muted" aria-hidden>
        {t(($) => $.step.receivers)}
      </small>
      {step.receivers.map((receiver, at) => (
        <ReceiverLine
          // The lines have no identity of their own.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          step={index}
          at={at + 1}
          receiver={receiver}
          choices={choices}
          only={step.receivers.length === 1}
          onChange={(next) => receivers(step.receivers.map((other, other_at) => (other_at === at ? next : other)))}
          onRemove={() => receivers(step.receivers.filter((_receiver, other) => other !== at))}
        />
      ))}
      <Button
        type="link"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={step.receivers.length >= mostReceivers}
        aria-label={of(t(($) => $.step.addReceiver))}
        onClick={() => receivers([...step.receivers, ofKind('accounts')])}
      >
        {t(($) => $.step.addReceiver)}
      </Button>
      <LineCell label={channelsLabel}>
        <Select<NotifyStep['channels']>
          mode="multiple"
          aria-label={of(channelsLabel)}
          value={step.channels}
          options={enums.notifyMethod.map((value) => ({ value, label: enumLabel('notifyMethod', value) }))}
          onChange={(channels) => onChange({ ...step, channels })}
        />
      </LineCell>
      {missing.length > 0 && (
        <p className="ew-step-note" role="note">
          {t(($) => $.step.missing, { channels: listed(missing.map((channel) => enumLabel('notifyMethod', channel))) })}
        </p>
      )}
      <div className="ew-line ew-step-times">
        {number('afterS')}
        {number('answerS')}
        {number('repeats')}
        {step.repeats > 0 && number('everyS')}
      </div>
    </li>
  )
}

/** Repeats need an interval; without repeats there is none. */
const withNumber = (step: NotifyStep, field: Seconds, value: number): NotifyStep => {
  const next = { ...step, [field]: value }
  if (field !== 'repeats') return next
  return { ...next, everyS: value === 0 ? 0 : step.everyS || 60 }
}

interface StepsFieldProps {
  id?: string
  value?: readonly NotifyStep[]
  choices: NotifyRuleChoices
  onChange?: (steps: NotifyStep[]) => void
}

/** The steps of a rule, in order of time. */
export const StepsField = ({ id, value = [], choices, onChange }: StepsFieldProps) => {
  const { t } = useTranslation('notify-rule')
  return (
    <div {...(id === undefined ? {} : { id })} tabIndex={-1}>
      <ol className="ew-lines">
        {value.map((step, at) => (
          <StepBox
            // The steps have no identity of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            index={at + 1}
            step={step}
            count={value.length}
            choices={choices}
            onChange={(next) => onChange?.(value.map((other, index) => (index === at ? next : other)))}
            onMove={(by) => onChange?.(movedSteps(value, at, by))}
            onRemove={() => onChange?.(value.filter((_step, index) => index !== at))}
          />
        ))}
      </ol>
      <p className="ew-muted">{t(($) => $.step.answerHint)}</p>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= mostSteps}
        onClick={() => onChange?.([...value, nextStep(value.at(-1))])}
      >
        {t(($) => $.step.add)}
      </Button>
    </div>
  )
}
