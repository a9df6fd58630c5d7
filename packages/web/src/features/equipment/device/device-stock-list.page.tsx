import { endpoints, originNames } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { useMe } from '../../../session/me.tsx'
import type { DeviceRow } from '@emberwatch/contract'
import { useStockColumns } from './device-cells.tsx'
import { useDeviceActions } from './use-device-actions.tsx'
import './device.css'

const { devicePreset } = endpoints

const AddToStock = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('device')
  const { accountType } = useMe().user
  const hints = t(($) => $.form, { returnObjects: true })
  return (
    <FormDialog
      drawer
      endpoint={devicePreset.create}
      title={t(($) => $.stock.create)}
      fields={[
        { name: 'code', hint: hints.code },
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        { name: 'name', hint: hints.stockName },
        ...(hasCompaniesBelow(accountType)
          ? [{ name: 'companyId' as const, hint: hints.stockCompany, control: <CompanySelect /> }]
          : []),
        { name: 'communicationCode', hint: hints.stockCommunication },
        ...originNames,
        'firmware',
        'imei',
      ]}
      onClose={onClose}
    />
  )
}

/** Devices in stock: what the specification calls uninstalled. */
export default function DeviceStockListPage() {
  const { t } = useTranslation('device')
  const { accountType } = useMe().user
  const stock = useRowActions<DeviceRow>({
    calls: devicePreset,
    renderForm: ({ onClose }) => <AddToStock onClose={onClose} />,
    nameOf: ({ code }) => code,
    texts: { create: t(($) => $.stock.create), import: t(($) => $.stock.import), remove: t(($) => $.deleteHint) },
  })
  const { stockSelectionOf, dialog } = useDeviceActions()
  const columns = useStockColumns()
  return (
    <>
      <ListPage
        endpoint={devicePreset.page}
        exporter={devicePreset.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          { kind: 'product' },
          'batch',
          'box',
          'pallet',
          'stockedDays',
          ...(hasCompaniesBelow(accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
          { kind: 'dateRange', label: t(($) => $.created) },
        ]}
        columns={columns}
        actions={stock.toolbar}
        rowActions={(row) => [...stockSelectionOf([row], () => undefined), stock.remove(row)]}
        selection={stockSelectionOf}
        selectAll
      />
      {stock.dialog}
      {dialog}
    </>
  )
}
