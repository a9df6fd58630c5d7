import {
  endpoints,
  providerKinds,
  type ProviderField,
  type ProviderKind,
  type ProviderSecret,
  type RowOf,
} from '@emberwatch/contract'
import { Alert, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { FormField } from '../../../kit/form/form-field.tsx'
import { sharedTexts } from '../../../i18n/i18n.ts'

const { create, update } = endpoints.notifyProvider
export type ProviderRow = RowOf<typeof endpoints.notifyProvider>
const kinds = Object.keys(providerKinds) as ProviderKind[]
type Name = ProviderField | ProviderSecret

/** Fields with several lines; all other texts have one. */
const controls: Readonly<Partial<Record<Name, 'textarea' | 'password' | 'number' | 'switch' | 'select'>>> = {
  body: 'textarea',
  receiptStates: 'textarea',
  dkimKey: 'textarea',
  password: 'password',
  accessKeySecret: 'password',
  authToken: 'password',
  headerValue: 'password',
  port: 'number',
  playTimes: 'number',
  unitPrice: 'number',
  currency: 'select',
  allowPrivate: 'switch',
  security: 'select',
  bodyFormat: 'select',
}
const hintOf: Readonly<Partial<Record<Name, string>>> = { dkimDomain: 'dkim' }

const useFields = (row: ProviderRow | undefined) => {
  const { t } = useTranslation('notify-provider')
  const hints: Readonly<Record<string, string>> = t(($) => $.hints, { returnObjects: true, skipInterpolation: true })
  const secretHint = (name: Name): string => (row?.secretNames.includes(name) ? t(($) => $.secretKept) : t(($) => $.secretNew))

  /** The fields of all kinds, each shown for those that have it. Whether it is required also depends on the kind. */
  const fieldOf = (name: Name, isSecret: boolean) => {
    const need = (kind: ProviderKind) =>
      isSecret ? providerKinds[kind].secrets[name as ProviderSecret] : providerKinds[kind].fields[name as ProviderField]
    const hint = isSecret ? secretHint(name) : hints[hintOf[name] ?? name]
    const isKept = row?.secretNames.includes(name) ?? false
    return {
      name,
      kind: controls[name] ?? ('text' as const),
      ...(hint === undefined ? {} : { hint }),
      when: ({ kind }: Readonly<Record<string, unknown>>) => need((row?.kind ?? kind) as ProviderKind) !== undefined,
      rules: [
        ({ getFieldValue }: { getFieldValue: (field: string) => unknown }) => {
          const kind = (row?.kind ?? getFieldValue('kind')) as ProviderKind
          return { required: need(kind) === 'required' && !isKept, message: sharedTexts().rules.required }
        },
      ],
    }
  }
  const shown = row ? [row.kind] : kinds
  const names = [...new Set(shown.flatMap((kind) => Object.keys(providerKinds[kind].fields) as ProviderField[]))]
  const secrets = [...new Set(shown.flatMap((kind) => Object.keys(providerKinds[kind].secrets) as ProviderSecret[]))]
  return [
    'name',
    { name: 'priority', hint: t(($) => $.priorityHint) },
    ...names.map((name) => fieldOf(name, false)),
    ...secrets.map((name) => fieldOf(name, true)),
    'ratePerMinute',
    { name: 'timeoutS', hint: t(($) => $.timeoutHint) },
    'enabled',
  ] as FormField<typeof create>[]
}

/** Adds or edits a provider: the fields of its kind, with write-only secrets. */
export default function ProviderForm({ row, onClose }: { row: ProviderRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('notify-provider')
  const fields = useFields(row)
  if (!row)
    return (
      <FormDialog
        drawer
        endpoint={create}
        title={t(($) => $.create)}
        initial={{
          kind: 'smtp',
          priority: 1,
          ratePerMinute: 600,
          timeoutS: 10,
          enabled: true,
          security: 'starttls',
          bodyFormat: 'json',
        }}
        fields={[
          { name: 'kind', options: kinds.map((value) => ({ value, label: enumLabel('providerKind', value) })) },
          ...fields,
        ]}
        onClose={onClose}
      />
    )
  const { id, version, name, priority, ratePerMinute, timeoutS, enabled, settings } = row
  return (
    <FormDialog
      drawer
      endpoint={update}
      title={t(($) => $.edit, { name })}
      initial={{ ...settings, name, priority, ratePerMinute, timeoutS, enabled }}
      hidden={{ id, version }}
      fields={fields as FormField<typeof update>[]}
      onClose={onClose}
    >
      {row.receiptUrl !== null && (
        <Alert
          type="info"
          title={t(($) => $.receiptUrl)}
          description={
            <Typography.Text code copyable>
              {row.receiptUrl}
            </Typography.Text>
          }
        />
      )}
      {row.publicKey !== null && (
        <Alert
          type="info"
          title={t(($) => $.publicKey)}
          description={
            <Typography.Text code copyable>
              {row.publicKey}
            </Typography.Text>
          }
        />
      )}
    </FormDialog>
  )
}
