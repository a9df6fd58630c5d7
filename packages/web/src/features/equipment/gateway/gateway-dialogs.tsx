import { endpoints, type GatewayRow } from '@emberwatch/contract'
import { Alert, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { gateway, project } = endpoints

/** Binds gateways in stock to a project. */
export const BindGateways = ({ ids, onClose, onBound }: { ids: number[]; onClose: () => void; onBound?: () => void }) => {
  const { t } = useTranslation('gateway')
  return (
    <FormDialog
      endpoint={gateway.bind}
      title={t(($) => $.bind.title, { count: ids.length })}
      ok={t(($) => $.actions.bind)}
      saved={t(($) => $.bind.done)}
      hidden={{ ids }}
      fields={[{ name: 'projectId', source: project.select }]}
      onClose={onClose}
      {...(onBound ? { onSaved: onBound } : {})}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.bind.hint)} />
    </FormDialog>
  )
}

/** Disables a gateway, after showing the consequences. */
export const DisableGateway = ({ row, onClose }: { row: GatewayRow; onClose: () => void }) => {
  const { t } = useTranslation('gateway')
  return (
    <FormDialog
      danger
      endpoint={gateway.setEnabled}
      title={t(($) => $.disable.title, { name: row.name })}
      ok={t(($) => $.disable.action)}
      saved={t(($) => $.disable.done)}
      hidden={{ id: row.id, enabled: false }}
      fields={[
        {
          name: 'reason',
          control: <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} showCount maxLength={200} />,
          rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }],
        },
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.disable.hint, { count: row.devices })} />
    </FormDialog>
  )
}
