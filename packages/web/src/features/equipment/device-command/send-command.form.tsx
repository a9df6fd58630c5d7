import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { toast } from '../../../toast.ts'
import { useCommandFields } from './command-fields.tsx'

const { available, send } = endpoints.sentCommand

export type CommandPlace = { deviceId: number } | { gatewayId: number }

interface SendCommandProps {
  /** The target; if left out, a device is chosen in the form. */
  place?: CommandPlace | undefined
  /** Name of the device or gateway, if the page does not show it itself. */
  target?: string
  onClose: () => void
}

/** Sends one command to a device, or to a gateway itself. */
export default function SendCommand({ place, target = '', onClose }: SendCommandProps) {
  const { t } = useTranslation('device-command')
  const [chosen, setChosen] = useState<number>()
  const to = place ?? (chosen === undefined ? undefined : { deviceId: chosen })
  const offer = useCall(available, to ?? {}, { enabled: to !== undefined }).data
  const { fields, about, isDangerous } = useCommandFields(offer?.commands)
  if (place && !offer) return null
  const words = t(($) => $.send, { returnObjects: true })
  const off = offer?.off ?? null
  return (
    <FormDialog
      endpoint={send}
      title={target === '' ? words.action : t(($) => $.send.title, { target })}
      ok={words.action}
      saved={null}
      hidden={place ?? {}}
      onSaved={(_row, input) => toast.success(isDangerous(input) ? words.waits : words.done)}
      onClose={onClose}
      fields={[
        ...(place
          ? []
          : [
              {
                name: 'deviceId' as const,
                control: <RemoteSelect endpoint={endpoints.device.select} onChange={setChosen} />,
                rules: [{ required: true, message: sharedTexts().rules.required }],
              },
            ]),
        ...fields,
      ]}
    >
      {off !== null && <Alert className="ew-form-alert" type="error" showIcon title={off} />}
      {about}
    </FormDialog>
  )
}
