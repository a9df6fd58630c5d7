import { endpoints, type DeviceRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShowResults } from '../../../kit/use-run-each.tsx'
import { useCommandFields } from './command-fields.tsx'

const { available, sendMany } = endpoints.sentCommand

interface SendManyProps {
  /** Devices of one model. */
  rows: readonly DeviceRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

/** Sends one command to several devices, and shows the result for each. */
export default function SendMany({ rows, clear, onClose }: SendManyProps) {
  const { t } = useTranslation('device-command')
  const show = useShowResults()
  // The commands are those of the model. Whether a device can be reached is shown with the results.
  const offer = useCall(available, { deviceId: rows[0]?.id ?? 0 }).data
  const { fields, about, isDangerous } = useCommandFields(offer?.commands)
  if (!offer) return null
  const words = t(($) => $.send, { returnObjects: true })
  const names = new Map(rows.map(({ id, code, name }) => [id, `${code} ${name}`]))
  return (
    <FormDialog
      endpoint={sendMany}
      title={t(($) => $.send.titleMany, { count: rows.length })}
      ok={words.action}
      saved={null}
      hidden={{ deviceIds: rows.map(({ id }) => id) }}
      onSaved={(results, input) => {
        clear()
        show(
          results.map(({ id, done, msg }) => ({ name: names.get(id) ?? '', failure: done ? undefined : msg })),
          isDangerous(input) ? words.waits : words.done,
        )
      }}
      onClose={onClose}
      fields={fields}
    >
      {about}
    </FormDialog>
  )
}
