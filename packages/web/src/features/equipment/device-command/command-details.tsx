import type { SentCommandRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Time } from '../../../kit/time.tsx'
import { AnsweredAt, CommandState, DangerTag, useRequester, useTargetName, valuesText } from './command-cells.tsx'
import '../../../kit/detail/detail.css'

const time = (at: string | null): ReactNode => (at === null ? '—' : <Time value={at} />)

/** One command in full: its content, sender, and each step up to the answer. */
export default function CommandDetails({ row, onClose }: { row: SentCommandRow; onClose: () => void }) {
  const requester = useRequester()
  const target = useTargetName()
  const { receivedFrom, replyValues } = row
  const lines: (readonly [label: string, value: ReactNode])[] = [
    [fieldLabel('state'), <CommandState key="state" row={row} />],
    [fieldLabel('target'), target(row)],
    [fieldLabel('gatewayCode'), row.gatewayCode],
    [fieldLabel('project'), row.projectName ?? '—'],
    [fieldLabel('params'), valuesText(row.params) || '—'],
    [fieldLabel('note'), row.note ?? '—'],
    [fieldLabel('requestedBy'), requester(row)],
    [fieldLabel('createdAt'), time(row.createdAt)],
    ...(row.dangerous || row.decidedAt !== null
      ? ([
          [fieldLabel('decidedBy'), row.decidedBy ?? '—'],
          [fieldLabel('decidedAt'), time(row.decidedAt)],
        ] as const)
      : []),
    [fieldLabel('sentAt'), time(row.sentAt)],
    [fieldLabel('attempts'), row.attempts],
    [fieldLabel('receivedAt'), time(row.receivedAt)],
    [fieldLabel('receivedFrom'), receivedFrom === null ? '—' : enumLabel('commandReceipt', receivedFrom)],
    [fieldLabel('answeredAt'), <AnsweredAt key="answeredAt" row={row} />],
    [fieldLabel('replyMessage'), row.replyMessage ?? '—'],
    [fieldLabel('replyValues'), valuesText(replyValues) || '—'],
    [fieldLabel('expiresAt'), time(row.expiresAt)],
    [fieldLabel('uid'), <code key="uid">{row.uid}</code>],
  ]
  return (
    <Drawer
      open
      size={680}
      title={
        <>
          {row.commandName} {row.dangerous && <DangerTag />}
        </>
      }
      onClose={onClose}
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      <div role="region" aria-label={row.commandName} tabIndex={0}>
        <dl className="ew-described">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Drawer>
  )
}
