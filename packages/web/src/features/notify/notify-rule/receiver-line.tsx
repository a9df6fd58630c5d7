import { DeleteOutlined } from '@ant-design/icons'
import { enums, type NotifyReceiver, type NotifyRuleChoices } from '@emberwatch/contract'
import { Button, Select, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ofKind } from './step-facts.ts'

interface ReceiverLineProps {
  step: number
  /** From 1. */
  at: number
  receiver: NotifyReceiver
  choices: NotifyRuleChoices
  only: boolean
  onChange: (receiver: NotifyReceiver) => void
  onRemove: () => void
}

/** The kind of receivers that needs a choice, and what is chosen. */
const Named = ({ step, at, receiver, choices, onChange }: Omit<ReceiverLineProps, 'only' | 'onRemove'>) => {
  const { t } = useTranslation('notify-rule')
  const { kind, teamId, roleId, accountIds = [] } = receiver
  const shared = {
    className: 'ew-full',
    showSearch: { optionFilterProp: 'label' },
    'aria-label': t(($) => $.step.of, {
      index: step,
      what: `${t(($) => $.step.receiver, { at })}, ${t(($) => $.step.who, { kind: enumLabel('notifyReceiver', kind) })}`,
    }),
    placeholder: t(($) => $.step.who, { kind: enumLabel('notifyReceiver', kind) }),
  }
  if (kind === 'duty')
    return (
      <Select<number>
        {...shared}
        value={teamId ?? null}
        options={choices.teams}
        notFoundContent={t(($) => $.step.noTeams)}
        onChange={(next) => onChange({ kind, teamId: next })}
      />
    )
  if (kind === 'role')
    return (
      <Select<number>
        {...shared}
        value={roleId ?? null}
        options={choices.roles}
        onChange={(next) => onChange({ kind, roleId: next })}
      />
    )
  if (kind === 'accounts')
    return (
      <Select<number[]>
        {...shared}
        mode="multiple"
        value={accountIds}
        options={choices.accounts}
        onChange={(next) => onChange({ kind, accountIds: next })}
      />
    )
  return <span className="ew-muted">{kind === 'callList' ? t(($) => $.step.inOrder) : null}</span>
}

/** One receiver of a step: its kind, and the choice within it. */
export const ReceiverLine = ({ only, onRemove, ...line }: ReceiverLineProps) => {
  const { t } = useTranslation('notify-rule')
  const { step, at, receiver, onChange } = line
  return (
    <div className="ew-receiver">
      <Select<NotifyReceiver['kind']>
        aria-label={t(($) => $.step.of, { index: step, what: t(($) => $.step.receiver, { at }) })}
        value={receiver.kind}
        options={enums.notifyReceiver.map((value) => ({ value, label: enumLabel('notifyReceiver', value) }))}
        onChange={(kind) => onChange(ofKind(kind))}
      />
      <Named {...line} />
      <Tooltip title={only ? t(($) => $.step.onlyReceiver) : undefined} trigger={['hover', 'focus']}>
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-disabled={only}
          className={only ? 'ew-off' : ''}
          aria-label={t(($) => $.step.removeReceiver, { index: step, at })}
          onClick={() => !only && onRemove()}
        />
      </Tooltip>
    </div>
  )
}
