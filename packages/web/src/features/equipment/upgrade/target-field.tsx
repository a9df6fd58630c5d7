import { endpoints, limits, type EnumValue } from '@emberwatch/contract'
import { Button, Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { labelled, listed } from '../../../i18n/i18n.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { codesIn } from './upgrade-cells.tsx'

interface TargetFieldProps {
  kind: Exclude<EnumValue<'upgradeTargetType'>, 'filter'>
  /** The edition whose model a device list is limited to. */
  editionId?: number | undefined
  id?: string
  value?: number[]
  onChange?: (ids: number[]) => void
}

/** Adds pasted codes, all at once. */
const PasteCodes = ({
  editionId,
  value,
  onAdd,
}: {
  editionId: number
  value: readonly number[]
  onAdd: (ids: number[]) => void
}) => {
  const { t } = useTranslation('upgrade')
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const add = async () => {
    const codes = codesIn(text)
    if (codes.length === 0) return
    if (codes.length > limits.rowsAtOnce) return setSaid(t(($) => $.pastedTooMany, { count: limits.rowsAtOnce }))
    setBusy(true)
    try {
      const { options, unknown } = await call(endpoints.upgradeTask.choices, { targetType: 'list', editionId, codes })
      const added = options.map((option) => option.value).filter((one) => !value.includes(one))
      onAdd([...value, ...added])
      setText(unknown.join('\n'))
      setSaid(
        listed([
          t(($) => $.pasted, { count: added.length }),
          unknown.length > 0 ? t(($) => $.pastedUnknown, { codes: listed(unknown.slice(0, 10)) }) : null,
        ]),
      )
    } catch {
      // The call has already shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="ew-upgrade-paste">
      <Input.TextArea
        aria-label={t(($) => $.paste)}
        placeholder={labelled(
          t(($) => $.paste),
          t(($) => $.pasteHint),
        )}
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="ew-upgrade-row">
        <Button loading={busy} disabled={text.trim() === ''} onClick={() => void add()}>
          {t(($) => $.add)}
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  )
}

const kinds = [
  ['distributor', 'pickDistributor'],
  ['agentOne', 'pickAgentOne'],
  ['agentTwo', 'pickAgentTwo'],
] as const

/** Companies by their kind: each choice is added to the list. */
const CompaniesByKind = ({ value, onAdd }: { value: readonly number[]; onAdd: (ids: number[]) => void }) => {
  const { t } = useTranslation('upgrade')
  return (
    <div className="ew-upgrade-filter ew-upgrade-paste" role="group" aria-label={t(($) => $.companyKind)}>
      {kinds.map(([kind, label]) => (
        <RemoteSelect
          key={kind}
          label={t(($) => $[label])}
          endpoint={endpoints.versionCommon[kind]}
          onChange={(company: number | undefined) => {
            if (company !== undefined && !value.includes(company)) onAdd([...value, company])
          }}
        />
      ))}
    </div>
  )
}

/** The companies, projects or devices of a task, searched on the server. Chosen ones keep their names. */
export const TargetField = ({ kind, editionId, id, value = [], onChange }: TargetFieldProps) => {
  const kit = useTranslation('kit').t
  const { t } = useTranslation('upgrade')
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const needsEdition = kind === 'list'
  const { data, isFetching } = useCall(
    endpoints.upgradeTask.choices,
    {
      targetType: kind,
      ids: value,
      ...(wanted ? { keyword: wanted } : {}),
      ...(needsEdition && editionId !== undefined ? { editionId } : {}),
    },
    { keepPrevious: true, staleTime: 30_000, enabled: !needsEdition || editionId !== undefined },
  )
  const take = (ids: number[]) => onChange?.(ids)
  return (
    <>
      <Select<number[]>
        {...(id === undefined ? {} : { id })}
        mode="multiple"
        allowClear
        loading={isFetching}
        disabled={needsEdition && editionId === undefined}
        placeholder={needsEdition && editionId === undefined ? t(($) => $.chooseEdition) : kit(($) => $.search.select)}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        maxTagCount={20}
        options={data?.options ?? []}
        value={value}
        onChange={take}
      />
      {kind === 'company' && <CompaniesByKind value={value} onAdd={take} />}
      {kind === 'list' && editionId !== undefined && <PasteCodes editionId={editionId} value={value} onAdd={take} />}
    </>
  )
}
