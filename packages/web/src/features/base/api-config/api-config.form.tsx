import { endpoints, type OutputOf } from '@emberwatch/contract'
import { Form, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../../kit/schema.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const apiConfig = endpoints.apiConfig
export type ApiConfigRow = OutputOf<typeof apiConfig.page>['list'][number]
type Call = OutputOf<typeof apiConfig.calls>[number]

/** The call that the form is about: fixed, or chosen in it. */
const useChosen = (calls: readonly Call[], given: string | undefined): Call | undefined => {
  const chosen: unknown = Form.useWatch('path')
  return calls.find(({ path }) => path === (given ?? chosen))
}

interface PartProps {
  calls: readonly Call[]
  /** Path of the call, if it is fixed. */
  path: string | undefined
}

const MaskedFields = ({
  calls,
  path,
  ...field
}: PartProps & { id?: string; value?: string[]; onChange?: (fields: string[]) => void }) => {
  const { t } = useTranslation('api-config')
  const call = useChosen(calls, path)
  const names = [...new Set([...(call?.fields ?? []), ...(field.value ?? [])])]
  return (
    <Select
      {...field}
      mode="multiple"
      disabled={!call}
      options={names.map((name) => ({ value: name, label: labelOf(name) === name ? name : `${name} · ${labelOf(name)}` }))}
      {...(call ? {} : { placeholder: t(($) => $.form.maskedFirst) })}
    />
  )
}

const Opening = ({
  calls,
  path,
  id,
  value,
  onChange,
}: PartProps & { id?: string; value?: boolean; onChange?: (open: boolean) => void }) => {
  const closable = useChosen(calls, path)?.closable ?? true
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      checked={value ?? false}
      disabled={!closable && value === true}
      onChange={(open) => onChange?.(open)}
    />
  )
}

const OpeningHint = ({ calls, path }: PartProps) => {
  const { t } = useTranslation('api-config')
  const closable = useChosen(calls, path)?.closable ?? true
  return closable ? t(($) => $.form.enabledHint) : t(($) => $.form.needed)
}

const LimitHint = ({ calls, path }: PartProps) => {
  const { t } = useTranslation('api-config')
  const standard = useChosen(calls, path)?.perMinute
  return standard ? t(($) => $.form.perMinuteIs, { count: standard }) : t(($) => $.form.perMinuteHint)
}

const useFields = (part: PartProps) => {
  const { t } = useTranslation('api-config')
  return [
    { name: 'name', hint: t(($) => $.form.nameHint) },
    { name: 'perMinute', hint: <LimitHint {...part} /> },
    { name: 'logged', label: t(($) => $.form.logged) },
    { name: 'maskedFields', hint: t(($) => $.form.maskedHint), control: <MaskedFields {...part} /> },
    { name: 'enabled', label: t(($) => $.form.enabled), hint: <OpeningHint {...part} />, control: <Opening {...part} /> },
  ] as const
}

/** Configures a call that still has its defaults, or edits an existing configuration. */
export default function ApiConfigForm({
  row,
  calls,
  onClose,
}: {
  row: ApiConfigRow | undefined
  calls: readonly Call[]
  onClose: () => void
}) {
  const { t } = useTranslation('api-config')
  const fields = useFields({ calls, path: row?.path })
  if (!row) {
    const options = calls
      .filter(({ configured }) => !configured)
      .map(({ method, path }) => ({ value: path, label: `${method} ${path}` }))
    return (
      <FormDialog
        drawer
        endpoint={apiConfig.create}
        title={t(($) => $.create)}
        initial={{ logged: true, enabled: true }}
        fields={[
          {
            name: 'path',
            label: t(($) => $.form.path),
            hint: t(($) => $.form.pathHint),
            control: <Select showSearch={{ optionFilterProp: 'label' }} options={options} />,
          },
          ...fields,
        ]}
        onClose={onClose}
      />
    )
  }
  const { id, version, name, perMinute, logged, maskedFields, enabled } = row
  return (
    <FormDialog
      drawer
      endpoint={apiConfig.update}
      title={t(($) => $.edit, { name })}
      initial={{ name, logged, maskedFields, enabled, ...(perMinute === null ? {} : { perMinute }) }}
      hidden={{ id, version }}
      fields={fields}
      onClose={onClose}
    >
      <p>
        <code>
          {row.method} {row.path}
        </code>
      </p>
    </FormDialog>
  )
}
