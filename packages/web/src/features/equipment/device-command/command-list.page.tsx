import { SendOutlined } from '@ant-design/icons'
import { endpoints } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationsFor } from '../../../session/me.tsx'
import { SentCommands } from './sent-commands.tsx'

const SendCommand = lazy(() => import('./send-command.form.tsx'))

/** Every command sent to devices in the user's scope, and sending one to any of them. */
export default function CommandListPage() {
  const { t } = useTranslation('device-command')
  const [open, setOpen] = useState(false)
  return (
    <>
      <SentCommands
        actions={[
          {
            key: 'send',
            label: t(($) => $.send.action),
            ...operationsFor(endpoints.sentCommand.send),
            icon: <SendOutlined aria-hidden />,
            primary: true,
            onClick: () => setOpen(true),
          },
        ]}
      />
      <Suspense>{open && <SendCommand onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
