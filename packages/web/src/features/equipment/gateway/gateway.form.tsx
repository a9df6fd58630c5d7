import { endpoints, originNames, type GatewayRow, type GatewaySecret } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'

const { gateway, gatewayPreset, project } = endpoints

interface CreateProps {
  onClose: () => void
  /** Called with the secret, which is returned only this once. */
  onCreated: (given: GatewaySecret) => void
}

/** The fields of any gateway. Who registers one at a site knows little about where it comes from: `folds` closes that. */
const useCommonFields = (folds = false) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.form, { returnObjects: true })
  const common = [
    { name: 'modelId', source: gateway.models },
    { name: 'communicationCode', hint: words.communicationHint },
    { name: 'batch', hint: words.batchHint, section: 'origin', folds },
    ...originNames.filter((name) => name !== 'batch'),
    { name: 'iccid', section: 'network', folds },
    'simExpires',
  ] as const
  const company = { name: 'companyId', hint: words.companyHint, control: <CompanySelect />, half: true } as const
  const { user } = useMe()
  return { words, common, company: hasCompaniesBelow(user.accountType) ? [company] : [] }
}

export const CreateGateway = ({ onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('gateway')
  const { words, common, company } = useCommonFields(true)
  return (
    <FormDialog
      drawer
      endpoint={gateway.create}
      title={t(($) => $.create)}
      fields={[
        { name: 'code', hint: words.codeHint },
        'name',
        { name: 'projectId', source: project.select, hint: words.projectHint },
        ...company,
        ...common,
      ]}
      saved={null}
      onSaved={onCreated}
      onClose={onClose}
    />
  )
}

/** Adds a gateway to stock. */
export const CreateGatewayPreset = ({ onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('gateway')
  const { words, common, company } = useCommonFields()
  return (
    <FormDialog
      drawer
      endpoint={gatewayPreset.create}
      title={t(($) => $.stock.create)}
      fields={[{ name: 'code', hint: words.codeHint }, { name: 'name', hint: t(($) => $.stock.nameHint) }, ...company, ...common]}
      saved={null}
      onSaved={onCreated}
      onClose={onClose}
    />
  )
}

export const EditGateway = ({ row, onClose }: { row: GatewayRow; onClose: () => void }) => {
  const { t } = useTranslation('gateway')
  const { common } = useCommonFields()
  const { id, version, name, modelId, communicationCode, iccid, simExpires } = row
  const { batch, producedOn, productionLine, qcResult, qcInspector, box, pallet, warehousedOn, shippedOn } = row
  return (
    <FormDialog
      drawer
      endpoint={gateway.update}
      title={t(($) => $.edit)}
      hidden={{ id, version }}
      initial={withoutNulls({
        name,
        modelId,
        communicationCode,
        iccid,
        simExpires,
        batch,
        producedOn,
        productionLine,
        qcResult,
        qcInspector,
        box,
        pallet,
        warehousedOn,
        shippedOn,
      })}
      fields={['name', ...common]}
      onClose={onClose}
    />
  )
}
