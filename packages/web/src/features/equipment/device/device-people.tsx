import { PlusOutlined } from '@ant-design/icons'
import { endpoints, enums, type DeviceNotifierRow, type DeviceUserRow, type InputOf } from '@emberwatch/contract'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, listed, sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { isMasked, useUnmask } from '../../../kit/masked.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const { deviceUser, deviceNotifier } = endpoints

/** Ordinary users who can see the device. */
export const DeviceUsers = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.users, { returnObjects: true })
  const run = useRunWrite()
  const [adding, setAdding] = useState(false)
  const remove = ({ id: accountId, account }: DeviceUserRow): Action => ({
    key: 'remove',
    label: words.remove,
    ...operationsFor(deviceUser.remove),
    danger: true,
    confirm: t(($) => $.users.removeConfirm, { name: account }),
    onClick: async () => {
      await run(deviceUser.remove, { deviceId, accountId })
      toast.success(words.removed)
    },
  })
  return (
    <>
      <ListPage
        embedded
        endpoint={deviceUser.page}
        fixed={{ deviceId }}
        title={t(($) => $.tabs.users)}
        columns={[
          { field: 'account', label: words.account },
          'name',
          'phone',
          'enabled',
          { field: 'createdAt', label: words.since },
        ]}
        actions={[
          {
            key: 'add',
            label: words.add,
            ...operationsFor(deviceUser.add),
            primary: true,
            icon: <PlusOutlined aria-hidden />,
            onClick: () => setAdding(true),
          },
        ]}
        rowActions={(row) => [remove(row)]}
      />
      {adding && (
        <FormDialog
          endpoint={deviceUser.add}
          title={words.title}
          ok={words.add}
          saved={words.added}
          hidden={{ deviceId }}
          fields={[{ name: 'accountIds', source: deviceUser.select, sourceInput: { deviceId }, hint: words.hint }]}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

const methods = enums.notifyMethod.map((value) => ({ value, label: enumLabel('notifyMethod', value) }))

interface NotifierFormProps {
  deviceId: number
  row: DeviceNotifierRow | undefined
  onClose: () => void
}

/** Adds or edits a person notified about the device. Masked values stay if the field is left empty. */
const NotifierForm = ({ deviceId, row, onClose }: NotifierFormProps) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.notifiers, { returnObjects: true })
  const languages = [
    { value: 'zh', label: words.zh },
    { value: 'en', label: words.en },
  ]
  const rest = [
    { name: 'methods' as const, control: <Select mode="multiple" options={methods} /> },
    { name: 'language' as const, label: words.language, options: languages },
    'enabled' as const,
  ]
  if (!row)
    return (
      <FormDialog
        endpoint={deviceNotifier.create}
        title={words.add}
        initial={{ methods: ['sms'], language: 'zh', enabled: true }}
        hidden={{ deviceId }}
        fields={[{ name: 'name', label: sharedTexts().fields.personName }, 'phone', ...rest]}
        onClose={onClose}
      />
    )
  const hidden = (text: string) => ({ control: <Input placeholder={text} />, hint: words.masked })
  const isHidden = isMasked(row.name)
  return (
    <FormDialog
      endpoint={deviceNotifier.update}
      title={words.edit}
      initial={{
        ...(isHidden ? {} : { name: row.name, phone: row.phone }),
        methods: row.methods,
        language: row.language as InputOf<typeof deviceNotifier.update>['language'],
        enabled: row.enabled,
      }}
      hidden={{ id: row.id, version: row.version }}
      fields={[
        { name: 'name', label: sharedTexts().fields.personName, ...(isHidden ? hidden(row.name) : {}) },
        { name: 'phone', ...(isHidden ? hidden(row.phone) : {}) },
        ...rest,
      ]}
      onClose={onClose}
    />
  )
}

/** People concerned by the device in addition to the project's call list. */
export const DeviceNotifiers = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.notifiers, { returnObjects: true })
  const run = useRunWrite()
  const unmask = useUnmask((id) => run(deviceNotifier.unmask, { id }))
  const { inFull } = unmask
  const { toolbar, edit, remove, dialog } = useRowActions<DeviceNotifierRow>({
    calls: deviceNotifier,
    renderForm: ({ row, onClose }) => <NotifierForm deviceId={deviceId} row={row && inFull(row)} onClose={onClose} />,
    nameOf: (row) => inFull(row).name,
    texts: { create: words.add, remove: words.remove },
  })
  const show = (row: DeviceNotifierRow): Action => ({
    key: 'unmask',
    label: words.unmask,
    ...operationsFor(deviceNotifier.unmask),
    onClick: () => unmask.show(row),
  })
  return (
    <>
      <p className="ew-device-note">{words.hint}</p>
      <ListPage
        embedded
        endpoint={deviceNotifier.page}
        fixed={{ deviceId }}
        title={t(($) => $.tabs.notifiers)}
        columns={[
          { field: 'name', label: sharedTexts().fields.personName, render: (row) => inFull(row).name },
          { field: 'phone', render: (row) => inFull(row).phone },
          { field: 'methods', render: (row) => listed(row.methods.map((method) => enumLabel('notifyMethod', method))) },
          { field: 'language', label: words.language, render: ({ language }) => (language === 'zh' ? words.zh : words.en) },
          'enabled',
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), ...(unmask.isShown(row) ? [] : [show(row)]), remove(row)]}
      />
      {dialog}
    </>
  )
}
