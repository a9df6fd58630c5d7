import { SendOutlined } from '@ant-design/icons'
import { endpoints, type InputOf } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import type { CommandPlace } from './send-command.form.tsx'
import { SentCommands } from './sent-commands.tsx'

const SendCommand = lazy(() => import('./send-command.form.tsx'))

const { available, page, send } = endpoints.sentCommand

const Commands = ({ place, target }: { place: CommandPlace; target: string }) => {
  const { t } = useTranslation('device-command')
  const can = useCan()
  const [open, setOpen] = useState(false)
  const offer = useCall(available, place as InputOf<typeof available>, { quiet: true, enabled: can('sentCommand:send') }).data
  const off = offer && (offer.off ?? (offer.commands.length === 0 ? t(($) => $.send.none) : undefined))
  const action: Action = {
    key: 'send',
    label: t(($) => $.send.action),
    ...operationsFor(send),
    icon: <SendOutlined aria-hidden />,
    primary: true,
    off,
    onClick: () => setOpen(true),
  }
  // Users who may send but not list still see the results here, through the operation for sending.
  if (!can(operationsFor(page).op ?? [])) return null
  return (
    <>
      <SentCommands of={place} actions={[action]} />
      <Suspense>{open && <SendCommand place={place} target={target} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** The commands of a device, for its page: send one, and follow those sent. Shown to holders of `sentCommand:view`. */
export const DeviceCommands = ({ deviceId, name = '' }: { deviceId: number; name?: string }) => (
  <Commands place={{ deviceId }} target={name} />
)

/** The same for a gateway itself. */
export const GatewayCommands = ({ gatewayId, name = '' }: { gatewayId: number; name?: string }) => (
  <Commands place={{ gatewayId }} target={name} />
)
