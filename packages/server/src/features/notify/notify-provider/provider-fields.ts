import {
  DomainError,
  ownSecrets,
  providerAddress,
  providerFields,
  providerKinds,
  providerSecretNames,
  type endpoints,
  type InputOf,
  type ProviderKind,
  type ProviderSecrets,
  type ProviderSettings,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { createPrivateKey } from 'node:crypto'
import { receiptWords } from '../../../platform/channels/http-template.ts'
import { isHost, namedHosts } from '../../../platform/channels/push-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

type Input = Omit<InputOf<typeof endpoints.notifyProvider.create>, 'kind'>

const picked = <T>(input: Input, names: readonly (keyof Input)[]): T =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))) as T

/** The entered settings of this kind, with its default address. Settings of other kinds, left after the kind was changed in the form, are dropped. */
export const settingsOf = (kind: ProviderKind, input: Input): ProviderSettings => {
  const { fields, endpoint } = providerKinds[kind]
  const settings = picked<ProviderSettings>(
    input,
    providerFields.filter((name) => fields[name] !== undefined),
  )
  return endpoint === undefined ? settings : { endpoint, ...settings }
}

export const secretsOf = (kind: ProviderKind, input: Input): ProviderSecrets =>
  picked(
    input,
    providerSecretNames.filter((name) => providerKinds[kind].secrets[name] !== undefined),
  )

/** The columns of a provider besides its settings and secrets. */
export const columnsOf = ({ name, priority, ratePerMinute, timeoutS, enabled }: Input) => ({
  name,
  priority,
  rate_per_minute: ratePerMinute,
  timeout_s: timeoutS,
  enabled,
})

const isPrivateKey = (pem: string): boolean => {
  try {
    createPrivateKey(pem)
    return true
  } catch {
    return false
  }
}

/** Variables must be inside quotation marks: values are escaped as JSON strings, and anywhere else they could add fields. */
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text.replaceAll(/\{\{\s*[\w.]+\s*\}\}/g, 'x'))
    return true
  } catch {
    return false
  }
}

const variable = /^(phone|title|content|key|template|receiptUrl|language|params\.\w+)$/

/** @throws DomainError notHere */
const refuse = (ctx: Pick<Ctx, 'locale'>, field: string, reason: ReasonName, params: Record<string, string> = {}): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`, params) }, field)
}

/** Checks what only this kind of provider needs, and refuses secrets in fields that are shown or logged. */
const checkText = (ctx: Pick<Ctx, 'locale'>, settings: ProviderSettings, secrets: ProviderSecrets): void => {
  const { url, endpoint, publicUrl, body, bodyFormat, receiptStates, pushHosts, mailFrom, user } = settings
  for (const [field, address] of Object.entries({ url, endpoint, publicUrl }))
    if (address !== undefined && /^[^/]*\/\/[^/?#]*@/.test(address)) refuse(ctx, field, 'credentialsInUrl')
  if (mailFrom !== undefined && !/^([^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/.test(mailFrom))
    refuseField(ctx, 'mailFrom', 'email')
  if (body !== undefined) {
    const names = [...body.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name = '']) => name)
    const unknown = names.find((name) => !variable.test(name))
    if (unknown !== undefined) refuse(ctx, 'body', 'providerVariable', { name: unknown })
    if (bodyFormat === 'json' && !isJson(body)) refuse(ctx, 'body', 'providerBodyJson')
    if (!names.includes('phone')) refuse(ctx, 'body', 'providerBodyPhone')
  }
  if (
    receiptStates !== undefined &&
    receiptWords(receiptStates).size !== receiptStates.split(/[,\n]/).filter((each) => each.trim()).length
  )
    refuse(ctx, 'receiptStates', 'providerReceiptStates')
  if (body !== undefined && settings.successPath === undefined && settings.refPath === undefined)
    refuse(ctx, 'successPath', 'providerProof')
  if (pushHosts !== undefined && !namedHosts(pushHosts).every(isHost)) refuse(ctx, 'pushHosts', 'pushHosts')
  if (secrets.dkimKey !== undefined && !isPrivateKey(secrets.dkimKey)) refuse(ctx, 'dkimKey', 'providerPrivateKey')
  if (secrets.password !== undefined && 'mailFrom' in settings && user === undefined) refuseField(ctx, 'user', 'required')
}

/**
 * Refuses, at its field, whatever this kind of provider lacks or cannot use.
 * @param kept secrets that are already set
 * @throws DomainError invalidInput; notHere
 */
export const checkProvider = (
  ctx: Pick<Ctx, 'locale'>,
  kind: ProviderKind,
  { settings, secrets, kept }: { settings: ProviderSettings; secrets: ProviderSecrets; kept: readonly string[] },
): void => {
  const { fields, secrets: kindSecrets } = providerKinds[kind]
  for (const name of providerFields)
    if (fields[name] === 'required' && settings[name] === undefined) refuseField(ctx, name, 'required')
  for (const name of providerSecretNames)
    if (kindSecrets[name] === 'required' && secrets[name] === undefined && !kept.includes(name))
      refuseField(ctx, name, 'required')
  if (settings.unitPrice !== undefined && settings.currency === undefined) refuseField(ctx, 'currency', 'required')
  checkText(ctx, settings, secrets)
  const dkim = [settings.dkimDomain, settings.dkimSelector, secrets.dkimKey ?? (kept.includes('dkimKey') ? 'kept' : undefined)]
  const missing = (['dkimDomain', 'dkimSelector', 'dkimKey'] as const).find((_name, at) => dkim[at] === undefined)
  if (missing !== undefined && dkim.some((value) => value !== undefined)) refuseField(ctx, missing, 'required')
}

/**
 * A secret was entered for one address and is never sent to another: whoever entered the new address may not know the secret.
 * @throws DomainError notHere
 */
export const checkNewAddress = (
  ctx: Pick<Ctx, 'locale'>,
  before: { readonly settings: ProviderSettings; readonly secret_names: readonly string[] },
  settings: ProviderSettings,
  secrets: ProviderSecrets,
): void => {
  if (providerAddress.every((name) => before.settings[name] === settings[name])) return
  for (const name of providerSecretNames)
    if (before.secret_names.includes(name) && !ownSecrets.includes(name) && secrets[name] === undefined)
      refuse(ctx, name, 'secretForNewAddress')
}

/** For the audit row: shows which secrets changed, not their values. */
export const secretChanges = (secrets: ProviderSecrets): Record<string, readonly [string, string]> =>
  Object.fromEntries(Object.keys(secrets).map((name) => [name, ['***', '***'] as const]))

/** Each setting from → to. */
export const settingChanges = (before: ProviderSettings, after: ProviderSettings): Record<string, readonly [unknown, unknown]> =>
  Object.fromEntries(
    providerFields
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name] ?? null, after[name] ?? null] as const]),
  )
