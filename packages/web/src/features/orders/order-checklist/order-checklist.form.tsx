import { endpoints, type CheckItem, type OrderChecklistRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ItemsField, newItem } from './items-field.tsx'

const { orderChecklist } = endpoints

/** Creates a checklist, or changes its questions for future orders. Kind and type cannot change. */
export default function OrderChecklistForm({ row, onClose }: { row: OrderChecklistRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('order-checklist')
  const named = (_rule: unknown, items: readonly CheckItem[] = []) =>
    items.every(({ textZh, textEn }) => textZh.trim() !== '' && textEn.trim() !== '')
      ? Promise.resolve()
      : Promise.reject(new Error(t(($) => $.textsNeeded)))
  const items = { name: 'items' as const, control: <ItemsField />, rules: [{ validator: named }] }
  const hint = <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.hint)} />
  if (!row)
    return (
      <FormDialog
        drawer
        width={860}
        endpoint={orderChecklist.create}
        title={t(($) => $.create)}
        initial={{ items: [newItem()] }}
        fields={[
          { name: 'kind', label: t(($) => $.kind) },
          { name: 'typeId', label: t(($) => $.type), source: endpoints.projectType.select, hint: t(($) => $.typeHint) },
          items,
        ]}
        onClose={onClose}
      >
        {hint}
      </FormDialog>
    )
  return (
    <FormDialog
      drawer
      width={860}
      endpoint={orderChecklist.update}
      title={t(($) => $.edit)}
      initial={{ items: row.items }}
      hidden={{ id: row.id, version: row.version }}
      fields={[items]}
      onClose={onClose}
    >
      {hint}
    </FormDialog>
  )
}
