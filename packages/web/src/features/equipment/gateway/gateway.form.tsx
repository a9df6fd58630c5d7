import {
  endpoints,
  linkProtocols,
  originNames,
  type GatewayDetail,
  type GatewayRow,
  type GatewaySecret,
} from '@emberwatch/contract'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'
import { Sources } from './allowed-sources.tsx'
import { addressRule, useLinkProtocol, type LinkSender, type OwnModel } from './link-fields.ts'

const { gateway, gatewayPreset, project } = endpoints

interface CreateProps {
  onClose: () => void
  /** Called with the secret, which is returned only this once. */
  onCreated: (given: GatewaySecret) => void
}

type Values = Readonly<Record<string, unknown>>

/** The fields of any gateway. Who registers one at a site knows little about where it comes from: `folds` closes that. */
const useCommonFields = (folds = false, own?: OwnModel) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.form, { returnObjects: true })
  const protocolOf = useLinkProtocol(own)
  const isLink = ({ modelId }: Values) => protocolOf(modelId) !== undefined
  const signsIn = (values: Values) => !isLink(values)
  const code = [
    { name: 'code', hint: words.codeHint, when: signsIn },
    { name: 'code', hint: words.linkCodeHint, when: isLink },
  ] as const
  const common = [
    { name: 'modelId', source: gateway.models },
    { name: 'communicationCode', hint: words.communicationHint, when: signsIn },
    ...linkProtocols.map((protocol) => ({
      name: 'communicationCode' as const,
      label: fieldLabel(`${protocol}Address`),
      hint: words.addressHints[protocol],
      when: ({ modelId }: Values) => protocolOf(modelId) === protocol,
      requiredWhen: () => true,
      rules: [addressRule(protocol)],
    })),
  ] as const
  const origin = [
    { name: 'batch', hint: words.batchHint, section: 'origin', folds },
    ...originNames.filter((name) => name !== 'batch'),
    { name: 'iccid', section: 'network', folds },
    'simExpires',
  ] as const
  const company = { name: 'companyId', hint: words.companyHint, control: <CompanySelect />, half: true } as const
  const { user } = useMe()
  return { words, code, protocolOf, common, origin, company: hasCompaniesBelow(user.accountType) ? [company] : [] }
}

export const CreateGateway = ({ sender, onClose, onCreated }: CreateProps & { sender?: LinkSender | undefined }) => {
  const { t } = useTranslation('gateway')
  const { words, code, common, origin, company } = useCommonFields(true)
  const { data: models } = useCall(gateway.models, {}, { staleTime: 30_000 })
  // A form keeps what it opened with.
  if (sender && !models) return null
  const [fit, another] = models?.filter(({ protocol }) => protocol === sender?.protocol) ?? []
  return (
    <FormDialog
      drawer
      endpoint={gateway.create}
      title={t(($) => $.create)}
      initial={
        sender ? { communicationCode: sender.address, ...(fit === undefined || another ? {} : { modelId: fit.value }) } : {}
      }
      fields={[
        ...code,
        'name',
        { name: 'projectId', source: project.select, hint: words.projectHint },
        ...company,
        ...common,
        ...origin,
      ]}
      saved={null}
      onSaved={onCreated}
      onClose={onClose}
    >
      {sender && fit === undefined && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.form.noModel, { protocol: enumLabel('modelProtocol', sender.protocol) })}
        />
      )}
    </FormDialog>
  )
}

/** Adds a gateway to stock. */
export const CreateGatewayPreset = ({ onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('gateway')
  const { code, common, origin, company } = useCommonFields()
  return (
    <FormDialog
      drawer
      endpoint={gatewayPreset.create}
      title={t(($) => $.stock.create)}
      fields={[...code, { name: 'name', hint: t(($) => $.stock.nameHint) }, ...company, ...common, ...origin]}
      saved={null}
      onSaved={onCreated}
      onClose={onClose}
    />
  )
}

const EditLoaded = ({ detail, onClose }: { detail: GatewayDetail; onClose: () => void }) => {
  const { t } = useTranslation('gateway')
  const { words, common, origin, protocolOf } = useCommonFields(false, detail)
  const { id, version, name, modelId, communicationCode, allowedSources, iccid, simExpires, ip } = detail
  const { batch, producedOn, productionLine, qcResult, qcInspector, box, pallet, warehousedOn, shippedOn } = detail
  const sources = linkProtocols.map(
    (protocol) =>
      ({
        name: 'allowedSources',
        hint: words.sourcesHints[protocol],
        when: (values: Values) => protocolOf(values['modelId']) === protocol,
        control: <Sources ip={ip} />,
      }) as const,
  )
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
        allowedSources,
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
      fields={['name', ...common, ...sources, ...origin]}
      onClose={onClose}
    />
  )
}

/** Edits a gateway as it was when the form opened. */
export const EditGateway = ({ row: { id }, onClose }: { row: GatewayRow; onClose: () => void }) => {
  const [detail, setDetail] = useState<GatewayDetail>()
  useEffect(() => {
    let current = true
    call(gateway.detail, { id }).then(
      (read) => current && setDetail(read),
      () => current && onClose(),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form keeps what it opened with
  }, [id])
  return detail ? <EditLoaded detail={detail} onClose={onClose} /> : null
}
