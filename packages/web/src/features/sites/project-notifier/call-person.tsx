import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { endpoints, type ProjectNotifierRow } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { RowActions, type Action } from '../../../kit/actions.tsx'
import { Phone, UnmaskButton, useUnmask } from '../../../kit/masked.tsx'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { NumberProved } from './number-proof.tsx'

const notifier = endpoints.projectNotifier

interface CallPersonProps {
  person: ProjectNotifierRow
  index: number
  isLast: boolean
  mayOrder: boolean
  actions: readonly Action[]
  onMove: (to: number) => void
  onDrag: () => void
  onDrop: () => void
}

/** Phone and email, masked until a user with permission requests them; that is audited. */
export const Contact = ({ person }: { person: Pick<ProjectNotifierRow, 'id' | 'name' | 'phone' | 'email' | 'version'> }) => {
  const run = useRunWrite()
  const { isShown, inFull, show } = useUnmask((id) => run(notifier.unmask, { id }))
  const { phone, email } = inFull(person)
  return (
    <span className="ew-call-contact">
      <Phone number={phone} />
      {email !== null && <span>{email}</span>}
      {!isShown(person) && <UnmaskButton op="projectNotifier:unmask" name={person.name} onShow={() => show(person)} />}
    </span>
  )
}

/** After a hand-over, an entry may lose its account: a person notified in the app only is then no longer reached. */
export const isReached = ({ methods, accountId }: Pick<ProjectNotifierRow, 'methods' | 'accountId'>): boolean =>
  accountId !== null || methods.some((method) => method !== 'app')

/** One person of a call list, with the position in the order. */
export const CallPerson = ({ person, index, isLast, mayOrder, actions, onMove, onDrag, onDrop }: CallPersonProps) => {
  const { t } = useTranslation('project-notifier')
  const [isOver, setOver] = useState(false)
  const { name, role, methods, language, accountName, enabled, number } = person
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDrop()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging only; the buttons do the same from the keyboard
    <li
      className="ew-call"
      data-off={!enabled || !isReached(person)}
      data-over={isOver}
      draggable={mayOrder}
      onDragStart={onDrag}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {mayOrder && (
        <span className="ew-call-handle" title={t(($) => $.drag, { name })} aria-hidden>
          <HolderOutlined aria-hidden />
        </span>
      )}
      <span className="ew-call-seq">{index + 1}</span>
      <span className="ew-call-who">
        <strong>{name}</strong>
        <small>{enumLabel('notifierRole', role)}</small>
      </span>
      <span className="ew-call-reach">
        <Contact person={person} />
        {methods.some((method) => method === 'sms' || method === 'voice') && <NumberProved number={number} />}
      </span>
      <span className="ew-call-how">
        <span>{methods.map((method) => enumLabel('notifyMethod', method)).join(' · ')}</span>
        <small>{[enumLabel('callLanguage', language), accountName].filter(Boolean).join(' · ')}</small>
      </span>
      {!isReached(person) && <Alert className="ew-call-lost" type="warning" showIcon title={t(($) => $.notReached)} />}
      <EnabledTag enabled={enabled} />
      <span className="ew-call-actions">
        {mayOrder && (
          <>
            <Button
              size="small"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={index === 0}
              aria-label={t(($) => $.upOf, { name })}
              title={index === 0 ? t(($) => $.first) : t(($) => $.up)}
              onClick={() => onMove(index - 1)}
            />
            <Button
              size="small"
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={isLast}
              aria-label={t(($) => $.downOf, { name })}
              title={isLast ? t(($) => $.last) : t(($) => $.down)}
              onClick={() => onMove(index + 1)}
            />
          </>
        )}
        <RowActions actions={actions} of={name} />
      </span>
    </li>
  )
}
