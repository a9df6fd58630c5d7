import { endpoints, isLinkProtocol, linkAddress, type EnumValue, type LinkProtocolName } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { useCall } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'

/** A transmitter that reports without being registered. */
export interface LinkSender {
  readonly protocol: LinkProtocolName
  readonly address: string
}

/** The model that a gateway has, which may no longer be offered. */
export interface OwnModel {
  readonly modelId: number
  readonly protocol: EnumValue<'modelProtocol'>
}

/** The protocol of the chosen model, if its gateways are known by an address. */
export const useLinkProtocol = (own?: OwnModel): ((modelId: unknown) => LinkProtocolName | undefined) => {
  const { data: models } = useCall(endpoints.gateway.models, {}, { staleTime: 30_000 })
  return (modelId) => {
    const protocol =
      models?.find(({ value }) => value === modelId)?.protocol ?? (own?.modelId === modelId ? own?.protocol : undefined)
    return protocol !== undefined && isLinkProtocol(protocol) ? protocol : undefined
  }
}

/** What says whether an address can be one of this protocol. */
export const addressRule = (protocol: LinkProtocolName): FormRule => ({
  validator: (_rule, value: string | undefined) =>
    !value?.trim() || linkAddress(protocol, value) !== undefined
      ? Promise.resolve()
      : Promise.reject(new Error(sharedTexts().rules[`${protocol}Address`])),
})
