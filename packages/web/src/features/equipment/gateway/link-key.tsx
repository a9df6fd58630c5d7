import { endpoints, type GatewayDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { ActionBar, type Action } from '../../../kit/actions.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShown } from '../../../kit/secret-once.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import './gateway.css'

const { setLinkKey } = endpoints.gateway

const EnterKey = ({ row: { id, name }, onClose }: { row: GatewayDetail; onClose: () => void }) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.linkKey, { returnObjects: true })
  return (
    <FormDialog
      endpoint={setLinkKey}
      title={t(($) => $.linkKey.title, { name })}
      hidden={{ id }}
      fields={[{ name: 'linkKey', kind: 'password', hint: words.hint, requiredWhen: () => true }]}
      saved={words.saved}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={words.warning} />
    </FormDialog>
  )
}

/** Whether what a panel sends is encrypted, and the key for it, which is only ever entered. */
export const LinkKey = ({ row }: { row: GatewayDetail }) => {
  const { t } = useTranslation('gateway')
  const run = useRunWrite()
  const { show, dialog } = useShown<GatewayDetail>((given, onClose) => <EnterKey row={given} onClose={onClose} />)
  const words = t(($) => $.linkKey, { returnObjects: true })
  const { id, name, hasLinkKey, allowedSources } = row
  const operations = operationsFor(setLinkKey)
  const enter: Action = {
    key: 'linkKey',
    label: hasLinkKey ? words.replace : words.set,
    ...operations,
    onClick: () => show(row),
  }
  const remove: Action = {
    key: 'noLinkKey',
    label: words.remove,
    danger: true,
    ...operations,
    confirm: t(($) => $.linkKey.removeConfirm, { name }),
    onClick: async () => {
      await run(setLinkKey, { id })
      toast.success(words.removed)
    },
  }
  return (
    <div className="ew-link-key">
      {hasLinkKey ? (
        <Tag look={{ tone: 'normal', shape: '●' }}>{words.present}</Tag>
      ) : (
        <>
          <Tag look={{ tone: 'fault', shape: '▲' }}>{words.none}</Tag>
          {allowedSources.length === 0 && <p className="ew-gateway-note">{words.noneHint}</p>}
        </>
      )}
      <div className="ew-buttons">
        <ActionBar actions={hasLinkKey ? [enter, remove] : [enter]} />
      </div>
      {dialog}
    </div>
  )
}
