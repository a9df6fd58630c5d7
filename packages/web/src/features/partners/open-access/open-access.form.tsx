import {
  endpoints,
  enums,
  openAccessLimits,
  operationsOfRight,
  type EnumValue,
  type OpenAccessDetail,
  type OpenAccessRow,
  type OpenAccessSecret,
} from '@emberwatch/contract'
import { Checkbox, Select } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import './open-access.css'

const { openAccess, project } = endpoints

interface ProjectsFieldProps {
  /** The projects chosen so far, whose names are known. */
  known: OpenAccessDetail['projects']
  id?: string
  value?: number[]
  onChange?: (value: number[]) => void
}

/** Several projects. The server searches. */
const ProjectsField = ({ known, id, value = [], onChange }: ProjectsFieldProps) => {
  const { t } = useTranslation('kit')
  const [names, setNames] = useState<ReadonlyMap<number, string>>(() => new Map(known.map((each) => [each.id, each.name])))
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const { data = [], isFetching } = useCall(project.select, wanted ? { keyword: wanted } : {}, { keepPrevious: true })
  const found = new Map([
    ...value.map((each) => [each, names.get(each) ?? String(each)] as const),
    ...data.map((each) => [each.value, each.label] as const),
  ])
  return (
    <Select<number[]>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      loading={isFetching}
      placeholder={t(($) => $.search.select)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value}
      onChange={(next) => {
        setNames(new Map([...names, ...found]))
        onChange?.(next)
      }}
      options={[...found].map(([each, label]) => ({ value: each, label }))}
    />
  )
}

interface RightsFieldProps {
  id?: string
  value?: EnumValue<'openRight'>[]
  onChange?: (value: EnumValue<'openRight'>[]) => void
}

/** The rights, of which one can grant those that one has. A group takes no `aria-required`, so not everything is passed on. */
const RightsField = ({ id, value = [], onChange }: RightsFieldProps) => {
  const can = useCan()
  const options = enums.openRight.map((right) => ({
    value: right,
    label: enumLabel('openRight', right),
    disabled: !operationsOfRight[right].every((operation) => can(operation)),
  }))
  return (
    <div id={id}>
      <Checkbox.Group className="ew-open-rights" options={options} value={value} onChange={(next) => onChange?.(next)} />
    </div>
  )
}

const useFields = (known: OpenAccessDetail['projects'] = []) => {
  const { t } = useTranslation('open-access')
  const words = t(($) => $.form, { returnObjects: true })
  return [
    { name: 'keyRights', hint: words.rights, control: <RightsField /> },
    { name: 'dataScope', hint: words.scope },
    {
      name: 'projectIds',
      when: ({ dataScope }: Readonly<Record<string, unknown>>) => dataScope === 'projects',
      control: <ProjectsField known={known} />,
    },
    { name: 'expiresAt', hint: words.expires },
    {
      name: 'addresses',
      hint: words.addresses,
      control: <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', ';']} />,
    },
    { name: 'perMinute', hint: words.perMinute },
    { name: 'remark', hint: words.remark },
  ] as const
}

interface CreateProps {
  onClose: () => void
  /** Called with the secret, which is returned only this once. */
  onCreated: (given: OpenAccessSecret & { name: string }) => void
}

export const CreateOpenAccess = ({ onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('open-access')
  const { user } = useMe()
  const fields = useFields()
  return (
    <FormDialog
      drawer
      endpoint={openAccess.create}
      title={t(($) => $.create)}
      initial={{ dataScope: 'branch', perMinute: openAccessLimits.perMinuteDefault }}
      fields={[
        'name',
        ...(hasCompaniesBelow(user.accountType)
          ? [{ name: 'companyId' as const, hint: t(($) => $.form.company), control: <CompanySelect /> }]
          : []),
        ...fields,
      ]}
      saved={null}
      onSaved={(given, { name }) => onCreated({ ...given, name })}
      onClose={onClose}
    />
  )
}

const EditLoaded = ({ detail, onClose }: { detail: OpenAccessDetail; onClose: () => void }) => {
  const { t } = useTranslation('open-access')
  const fields = useFields(detail.projects)
  const { id, version, name, keyRights, dataScope, projects, expiresAt, addresses, perMinute, remark } = detail
  const projectIds = projects.map((each) => each.id)
  return (
    <FormDialog
      drawer
      endpoint={openAccess.update}
      title={t(($) => $.edit)}
      initial={withoutNulls({ name, keyRights, dataScope, projectIds, expiresAt, addresses, perMinute, remark })}
      hidden={{ id, version }}
      fields={['name', ...fields]}
      onClose={onClose}
    />
  )
}

/** Edits a key as it was when the form opened. */
export const EditOpenAccess = ({ row: { id }, onClose }: { row: OpenAccessRow; onClose: () => void }) => {
  const [detail, setDetail] = useState<OpenAccessDetail>()
  useEffect(() => {
    let current = true
    call(openAccess.detail, { id }).then(
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

export const RotateOpenAccess = ({ row: { id, name }, onClose, onCreated }: { row: OpenAccessRow } & CreateProps) => {
  const { t } = useTranslation('open-access')
  return (
    <FormDialog
      endpoint={openAccess.rotate}
      title={t(($) => $.rotate.title, { name })}
      ok={t(($) => $.rotate.saved)}
      saved={null}
      initial={{ immediately: false }}
      hidden={{ id }}
      fields={[{ name: 'immediately', hint: t(($) => $.rotate.immediatelyHint) }]}
      onSaved={(given) => onCreated({ ...given, name })}
      onClose={onClose}
    >
      <p>{t(($) => $.rotate.text)}</p>
    </FormDialog>
  )
}
